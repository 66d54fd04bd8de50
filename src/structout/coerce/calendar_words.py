"""Names of months, marks of the day's halves and units of time in several languages, as data."""

from __future__ import annotations

from typing import Final

_MONTHS: Final = (
    # en, es, fr, de, it, pt, nl and others, January to December
    "january february march april may june july august september october november december",
    "jan feb mar apr may jun jul aug sep oct nov dec",
    "_ _ _ _ _ _ _ _ sept _ _ _",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "ene _ _ abr _ _ _ ago setiembre _ _ dic",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "janv févr _ avr _ _ juil aout _ _ _ déc",
    "_ fevrier _ _ _ _ _ _ _ _ _ decembre",
    "januar februar märz april mai juni juli august september oktober november dezember",
    "jänner _ maerz _ _ _ _ _ _ okt _ dez",
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "gen _ _ _ mag giu lug _ set ott _ dic",
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "_ fev marco _ mai _ _ _ _ out _ dez",
    "januari februari maart april mei juni juli augustus september oktober november december",
    "_ _ mrt _ _ _ _ _ _ _ _ _",
    "januari februari mars april maj juni juli augusti september oktober november december",
    "januar februar marts april maj juni juli august september oktober november december",
    "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
    "sty lut _ kwi _ cze _ sie wrz paź _ gru",
    "янв фев мар апр _ июн июл авг сен окт ноя дек",
    "_ февр _ _ _ _ _ _ сент _ нояб _",
    "січ лют бер квіт трав черв лип серп вер жовт лист груд",
    "oca şub _ nis _ haz tem ağu eyl eki kas ara",
    "_ febr márc ápr máj jún júl _ szept _ _ _",
    "ian _ _ _ _ iun iul _ _ _ _ _",
    "ιαν φεβ μαρ απρ μαΐ ιουν ιουλ αυγ σεπ οκτ νοε δεκ",
    "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня",
    "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
    "ledna února března dubna května června července srpna září října listopadu prosince",
    "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta "
    "marraskuuta joulukuuta",
    "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
    "_ _ _ ابريل _ _ _ اغسطس _ اكتوبر _ _",
    "január február március április május június július augusztus szeptember október november december",
    "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie",
    "ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου",
    "ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר",
    "בינואר בפברואר במרץ באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר",
    "जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर",
    "_ फरवरी _ _ _ _ _ _ सितम्बर अक्तूबर नवम्बर दिसम्बर",
    "জানুয়ারি ফেব্রুয়ারি মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর",
    "জানুয়ারী ফেব্রুয়ারী _ _ _ _ _ _ _ _ _ _",
    "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม",
    "ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.",
    "_ _ maret _ _ _ _ agustus _ _ _ desember",
    "_ _ machi aprili _ _ julai agosti septemba oktoba novemba desemba",
    "januára februára _ apríla mája júna júla augusta septembra októbra novembra decembra",
    "януари февруари март април май юни юли август септември октомври ноември декември",
    "كانون+الثاني شباط آذار نيسان أيار حزيران تموز آب أيلول تشرين+الأول تشرين+الثاني كانون+الأول",
    "ஜனவரி பிப்ரவரி மார்ச் ஏப்ரல் மே ஜூன் ஜூலை ஆகஸ்ட் செப்டம்பர் அக்டோபர் நவம்பர் டிசம்பர்",
    "_ பெப்ரவரி _ _ _ _ _ ஆகஸ்டு செப்டெம்பர் _ _ _",
    "జనవరి ఫిబ్రవరి మార్చి ఏప్రిల్ మే జూన్ జులై ఆగస్టు సెప్టెంబర్ అక్టోబర్ నవంబర్ డిసెంబర్",
    "ജനുവരി ഫെബ്രുവരി മാർച്ച് ഏപ്രിൽ മേയ് ജൂൺ ജൂലൈ ഓഗസ്റ്റ് സെപ്റ്റംബർ ഒക്ടോബർ നവംബർ ഡിസംബർ",
    "ಜನವರಿ ಫೆಬ್ರವರಿ ಮಾರ್ಚ್ ಏಪ್ರಿಲ್ ಮೇ ಜೂನ್ ಜುಲೈ ಆಗಸ್ಟ್ ಸೆಪ್ಟೆಂಬರ್ ಅಕ್ಟೋಬರ್ ನವೆಂಬರ್ ಡಿಸೆಂಬರ್",
    "जानेवारी फेब्रुवारी _ एप्रिल मे _ जुलै ऑगस्ट सप्टेंबर ऑक्टोबर नोव्हेंबर डिसेंबर",
    "જાન્યુઆરી ફેબ્રુઆરી માર્ચ એપ્રિલ મે જૂન જુલાઈ ઓગસ્ટ સપ્ટેમ્બર ઓક્ટોબર નવેમ્બર ડિસેમ્બર",
    "ਜਨਵਰੀ ਫ਼ਰਵਰੀ ਮਾਰਚ ਅਪ੍ਰੈਲ ਮਈ ਜੂਨ ਜੁਲਾਈ ਅਗਸਤ ਸਤੰਬਰ ਅਕਤੂਬਰ ਨਵੰਬਰ ਦਸੰਬਰ",
    "ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر",
    "enero pebrero marso abril mayo hunyo hulyo agosto setyembre oktubre nobyembre disyembre",
)


def _months() -> dict[str, int]:
    table: dict[str, int] = {}
    for line in _MONTHS:
        for number, name in enumerate(line.split(), 1):
            if name != "_":
                table.setdefault(name.replace("+", " "), number)
    return table


MONTHS: Final = _months()
"""Lower-case names and abbreviations of months, to 1–12; a name that means two months stands with none."""

MORNING: Final = frozenset("am a.m. a.m 上午 早上 凌晨 清晨 午前 오전".split())
AFTERNOON: Final = frozenset("pm p.m. p.m 下午 晚上 傍晚 中午 午後 夜 오후".split())

_WEEKDAYS: Final = (
    "monday tuesday wednesday thursday friday saturday sunday",
    "mon tue wed thu fri sat sun",
    "_ tues _ thur _ _ _",
    "_ _ _ thurs _ _ _",
    "montag dienstag mittwoch donnerstag freitag samstag sonntag",
    "_ _ _ _ _ sonnabend _",
    "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "lunes martes miércoles jueves viernes sábado domingo",
    "_ _ _ _ _ sabado _",
    "lunedì martedì mercoledì giovedì venerdì sabato domenica",
    "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira _ _",
    "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    "poniedziałek wtorek środa czwartek piątek sobota niedziela",
    "понедельник вторник среда четверг пятница суббота воскресенье",
    "måndag tisdag onsdag torsdag fredag lördag söndag",
    "pazartesi salı çarşamba perşembe cuma cumartesi pazar",
    "星期一 星期二 星期三 星期四 星期五 星期六 星期日",
    "周一 周二 周三 周四 周五 周六 周日",
    "月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日",
    "월요일 화요일 수요일 목요일 금요일 토요일 일요일",
)
WEEKDAYS: Final = {
    name: number for line in _WEEKDAYS for number, name in enumerate(line.split()) if name != "_"
}
"""Lower-case names of the days of the week, Monday as 0; a name that means something else stands with none."""

ERAS: Final = {"令和": 2018, "平成": 1988, "昭和": 1925, "民國": 1911, "民国": 1911}
"""Eras of the far East: the year before their first."""

DURATION_UNITS: Final[dict[str, float]] = {
    unit: seconds
    for seconds, units in (
        (0.001, "ms msec millisecond milliseconds millisekunden milisegundos millisecondes 毫秒"),
        (1, "s sec secs másodperc δευτερόλεπτα sekuntia second seconds sek sekunde sekunden segundo segundos seconde secondes secondi secondo seconden secunde sekundy sekund сек секунд секунды секунда sekunder saniye detik giây วินาที 秒 秒钟 秒間 초"),
        (60, "m min λεπτό mins minute minutes minuten minuto minutos minuti minuut minuta minuty minut мин минут минуты минута хв хвилин хвилини minuter minuutti minuuttia minutter dakika dk λεπτά דקות دقيقة دقائق मिनट মিনিট menit phút นาที perc 分 分钟 分鐘 分間 분"),
        (3600, "h hr oră hrs hour hours std stunde stunden hora horas heure heures ora ore uur uren godzina godziny godzin godz hodina hodiny hodin ч час часа часов год години година годин timme timmar timer tunti tuntia saat ώρες ώρα שעות ساعة ساعات घंटे घंटा ঘণ্টা ঘন্টা jam giờ ชั่วโมง óra 小时 小時 時間 个小时 個小時 시간"),
        (86400, "d day zi ημέρα μέρες days tag tage tagen día días dia dias jour jours giorno giorni dag dagen dni dzień dny день дня дней дні днів dagar dager dage päivä päivää gün ημέρες ימים يوم أيام दिन দিন hari ngày วัน nap zile 天 日 日間 일"),
        (604800, "w wk săptămână εβδομάδα тиждень тижні wks week weeks woche wochen semana semanas semaine semaines settimana settimane weken week tydzień tygodnie tygodni týden týdny týdnů неделя недели недель veckor vecka uger uker viikko viikkoa hafta εβδομάδες שבועות أسبوع أسابيع सप्ताह সপ্তাহ minggu tuần สัปดาห์ hét săptămâni 周 週 星期 週間 주"),
    )
    for unit in units.split()
}  # fmt: skip
"""Units of time to seconds; months and years have no fixed length and are left out."""
