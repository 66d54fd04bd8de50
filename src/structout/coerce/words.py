"""The words that the readers know, as data: booleans, nulls, scales, currencies, hedges, names of types.

Only words with one meaning stand here; anything else is left to the re-prompt.
"""

from __future__ import annotations

from typing import Final

TRUE_ANYWHERE: Final = frozenset("true yes verdadero wahr vrai vero verdadeiro 是的".split())
"""Words that mean true wherever they stand alone in a sentence."""

FALSE_ANYWHERE: Final = frozenset("false falso falsch faux".split())
"""Words that mean false wherever they stand alone in a sentence."""

PREDICATES: Final = {"correct": True, "incorrect": False, "right": True, "wrong": False}
"""Words that say yes or no of the question where they are all that is said of it: "that is incorrect"."""

TRUE_ALONE: Final = TRUE_ANYWHERE | frozenset(
    "y t 1 on ok yep yeah yup affirmative correct right sí si sì oui ja da sim tak evet evet. да так ναι waar ано ano kyllä igen "
    "okay ndiyo ya yaa có đúng ใช่ כן হ্যাঁ হাঁ áno "
    "بله بلی آری ஆம் ஆமாம் అవును ಹೌದು അതെ होय હા ਹਾਂ ہاں جیہاں დიახ այո ඔව් បាទ ແມ່ນ иә тийм taip jah já prawda pravda истина sant doğru σωστό αληθές верно נכון صحيح درست सही จริง "
    "มี あり 有り 있음 참 ○ ◯ 〇 是 对 對 正确 正確 有 真 はい 예 네 نعم हाँ हां ✓ ✔ ✅ ☑ 👍 [x] [✓]".split()
)
"""Words that mean true when they are the whole text, or stand where only an answer can stand."""

FALSE_ALONE: Final = FALSE_ANYWHERE | frozenset(
    "no n f 0 off nope negative incorrect wrong 不 non nein nee não nao nie nej ne hayır нет ні όχι onwaar ei nem "
    "nah hapana tidak không ไม่ ไม่ใช่ לא না nu "
    "خیر نخیر இல்லை కాదు లేదు ಇಲ್ಲ അല്ല ഇല്ല नाही ના ਨਹੀਂ جینہیں არა ոչ නැත ទេ ບໍ່ жоқ үгүй fałsz nepravda ложь falskt yanlış yok λάθος ψευδές неверно خطأ نادرست गलत เท็จ ไม่มี sai "
    "なし 無し 없음 거짓 偽 × ✕ 错误 錯誤 否 不 不是 没有 沒有 错 錯 假 いいえ 아니요 아니오 لا नहीं ✗ ✘ ❌ ☒ ☐ [] [✗]".split()
)
"""Words that mean false when they are the whole text, or stand where only an answer can stand."""

NULL_WORDS: Final = frozenset(
    {
        "", "null", "none", "nil", "undefined", "n/a", "na", "n.a.", "nan", "not available", "not applicable",
        "not stated", "not specified", "not provided", "not given", "not mentioned", "unknown", "unspecified",
        "missing", "-", "--", "—", "–", "－", "―", "−", "---", "ー", "no data", "not known", "keine", "keine angabe", "k.a.", "k. a.",
        "unbekannt", "nicht angegeben", "no disponible", "no especificado", "desconocido", "ninguno", "ninguna",
        "nulo", "non disponible", "non spécifié", "inconnu", "aucun", "aucune", "nessuno", "sconosciuto",
        "non disponibile", "não informado", "não disponível", "desconhecido", "nenhum", "onbekend", "geen",
        "无", "無", "没有", "未知", "不详", "不明", "なし", "없음", "нет", "неизвестно", "не указано", "(none)",
        "(null)", "<null>", "<none>",
        "not found", "not listed", "not disclosed", "not mentioned in the text", "not stated in the text", "not specified in the text",
        "ohne angabe", "o. a.", "entfällt", "sin datos", "no aplica", "no consta", "sem dados", "não aplicável", "não especificado",
        "non renseigné", "non précisé", "sans objet", "non specificato", "non indicato", "n.v.t.", "niet vermeld", "geen gegevens",
        "brak danych", "nie podano", "nieznany", "nieznane", "neznámé", "neuvedeno", "okänt", "okänd", "ej angivet", "ei tiedossa",
        "tuntematon", "ismeretlen", "necunoscut", "nespecificat", "невідомо", "не вказано", "нет данных", "не указан", "bilinmiyor",
        "belirtilmemiş", "άγνωστο", "δεν αναφέρεται", "غير معروف", "غير متوفر", "לא ידוע", "לא צוין", "अज्ञात", "উল্লেখ নেই", "অজানা",
        "ไม่ทราบ", "ไม่ระบุ", "không rõ", "không xác định", "tidak diketahui", "tidak disebutkan", "haijulikani", "未提供", "未提及", "未说明",
        "記載なし", "不明です", "알 수 없음", "미상",
        "暂无", "暫無", "情報なし", "該当なし", "不詳", "해당 없음", "해당없음", "정보 없음", "لا يوجد", "لا شيء", "غير محدد", "غير مذكور", "نامشخص",
        "نامعلوم", "ندارد", "ذکر نشده", "אין", "उपलब्ध नहीं", "कोई नहीं", "नहीं है", "নেই", "তথ্য নেই", "தெரியவில்லை", "இல்லை", "குறிப்பிடப்படவில்லை",
        "ไม่มี", "ไม่มีข้อมูล", "không có", "chưa rõ", "chưa biết", "tidak ada", "tak ada", "hakuna", "haikutajwa", "haijatajwa", "sin especificar", "néant",
        "brak", "neznámo", "neuvedené", "nincs", "yok", "saknas", "ukjent", "ukendt", "ikke oppgitt", "ikke angivet",

    }
)  # fmt: skip
"""Ways to write that there is no value."""

SCALES: Final[dict[str, int]] = {
    word: power
    for power, words in (
        (1, "십"),
        (2, "hundred 百 백"),
        (3, "thousand thousands tsd tausend mil mille mila duizend тыс тысяч тысяча тысячи тис тисяч тисячі tys tysięcy tysiące tis tisíc "
            "tusen tuhat tuhatta ezer mii bin tusind tisuća tisuće hiljada hiljade tisoč tūkst хиляди هزار χιλιάδες χιλ ألف آلاف אלף אלפים हज़ार हजार হাজার พัน nghìn ngàn ribu 千 천"),
        (4, "万 萬 만 หมื่น"),
        (5, "lakh lakhs lac lacs लाख লাখ লক্ষ แสน"),
        (6, "million millions mio mn mln mill millionen millón millon millones milione milioni milhão milhões milhao milhoes miljoen miljoenen "
            "млн миллион миллиона миллионов мільйон мільйони мільйонів milion miliony milionów milionu milionů milióny milyon miljon miljoner milj "
            "miljoona miljoonaa millió milioane milijun milijuna milijon милион милиона милиони میلیون εκατομμύρια εκατ مليون ملايين מיליון मिलियन মিলিয়ন ล้าน triệu juta 百万 百萬 백만"),
        (7, "crore crores करोड़ कोटि কোটি 千万 千萬 천만"),
        (8, "亿 億 억"),
        (9, "billion billions bn bln mrd mlrd mia milliarde milliarden milliard milliards miliardo miliardi mld miljard miljarden млрд миллиард миллиарда "
            "миллиардов мільярд мільярдів miliard miliardy miliardów miliardu miliardů milyar miljarder mdkr miljardi miljardia milliárd miliarde "
            "bilhão bilhões bilhao bilhoes δισεκατομμύρια δισ مليار میلیارد милиард милиарда милиарди מיליארד tỷ tỉ miliar"),
        (12, "trillion trillions billones billón billionen biliony bilionów трлн триллион триллиона триллионов biljoen trilhão trilhões triliun "
             "ล้านล้าน 兆 万亿 萬億 조"),
    )
    for word in words.split()
}  # fmt: skip
"""Words that multiply the number before them, as powers of ten."""

CAPITAL_SCALES: Final[dict[str, int]] = {"K": 3, "M": 6, "B": 9}
"""Single capitals that multiply when glued to the number: ``5M``."""

CURRENCY_SIGNS: Final = "$€£¥₹₽₩₺₴₫₪₱฿₦₡₲₵₸¢￥＄"
"""Signs of currencies."""

CURRENCY_CODES: Final = frozenset(
    "USD EUR GBP JPY CNY RMB CHF CAD AUD NZD HKD SGD SEK NOK DKK PLN CZK HUF RON BGN TRY RUB UAH INR KRW BRL "
    "MXN ARS CLP COP PEN ZAR ILS AED SAR THB IDR MYR PHP VND EGP NGN KES TWD ISK US$ A$ C$ R$ HK$ NZ$ S$ NT$ Rs "
    "kr Kč zł Fr Fr. Rp RM CA$ AU$".split()
)
"""Codes and abbreviations of currencies that may stand before or behind an amount."""

COMMA_CODES: Final = frozenset(
    "USD GBP JPY CNY RMB KRW INR HKD TWD SGD AUD CAD NZD US$ A$ C$ HK$ NT$ S$ yen pounds "
    "THB PHP MYR PKR BDT LKR NPR KES NGN GHS UGX TZS ILS MXN บาท baht".split()
)
"""Currencies whose amounts are grouped with commas wherever they are written."""

HEDGES: Final = frozenset(
    "about approx approx. approximately around circa ca ca. c. roughly nearly almost over under above below than "
    "least most up maximum minimum maybe perhaps possibly probably between from until till before after "
    "since not unknown n/a none see page note section chapter step version room # less more fewer or plus minus "
    "am pm a.m. p.m. bc bce b.c. negative half double twice dozen dozens pair pairs quarter quarters third thirds gross score ish estimated "
    "some upwards beyond within overdrawn "
    "etwa ungefähr rund über unter mindestens höchstens nicht fast knapp ungf. schätzungsweise zirka minus "
    "aproximadamente casi unos unas menos más mas entre hasta desde alrededor "
    "environ presque moins plus pas jusqu'à entre près quelque "
    "quase cerca mais menos non quasi meno più bijna ongeveer niet "
    "oltre almeno sotto sopra intorno abaixo acima superior inferior supérieur inférieur "
    "около примерно приблизительно почти более менее свыше больше меньше не от до "
    "близько приблизно майже понад більше менше від "
    "około prawie ponad poniżej powyżej mniej więcej blisko najmniej najwyżej "
    "asi přibližně zhruba téměř přes méně více skoro "
    "yaklaşık kadar fazla neredeyse περίπου σχεδόν πάνω κάτω λιγότερο περισσότερο "
    "حوالي تقريبا تقريباً نحو أكثر أقل בערך כמעט יותר פחות लगभग करीब প্রায় "
    "khoảng gần hơn sekitar kira-kira hampir lebih kurang minimal maksimal "
    "ungefär nästan över minst högst omkring drygt knappt noin lähes yli vähintään enintään melkein "
    "körülbelül mintegy majdnem több kevesebb legalább aproximativ aproape peste sub minim maxim "
    "karibu takriban zaidi chini "
    "mehr weniger doppelt doppelte fler färre än flere færre enn puțin minimálně maximálně alespoň nejméně nejvýše "
    "έως μέχρι τουλάχιστον минимум максимум мінімум щонайменше щонайбільше найменше ниже выше нижче вище pakkasta pakkasen mrazu "
    "الأقل الأكثر الأقصى الأدنى تحت فوق לפחות היותר מעל מתחת अधिक ज्यादा ज़्यादा कम नीचे ऊपर altında üstünde alatt felett alatti "
    "dutzend douzaine douzaines docena docenas dozzina dozzine dúzia dúzias duzia duzias düzine tucet tucty tuctů tuzin tuziny tuzinów "
    "tusina dozijn dussin dusin tucat سالب ناقص منفی ऋण माइनस âm trừ שלילי дюжина дюжины дюжин десяток десятка десятков пара пары пар пару полтора полторы пол paar paire paires lusin "
    "約 约 大约 大約 左右 以上 以下 未満 超过 超過 不到 近".split()
)
"""Words beside a number that change what it says; with one of them the number alone is not the value."""

CHANGES: Final = frozenset(
    "fell dropped declined decreased lost loss losses down decrease decline drop reduction lower fiel sank gesunken verlust baisse caída "
    "bajó calo spadek упал снизился".split()
)
"""Words beside a number that give it the sign of a loss, unless they say to which amount."""

HEDGES_BEFORE: Final = frozenset(
    "no min min. max max. gut bon env env. kb. ok. n. cca cca. cirka ± elfu laki milioni bilioni ng. tầm až fino dưới trên".split()
)
"""Those that do so only before it."""

HEDGES_BEHIND: Final = frozenset(
    "max max. -ish media meia mezza mezzo medio meio halb halbe demi demie moitié половиной ago est est. short loss dr cr dr. cr. debit owing owed early v.chr v.chr. v. av. a.c. a.c p.n.e.".split()
)
"""Those that do so only behind it."""

SPACELESS_HEDGES: Final = (
    *(
        "約 约 大约 大約 超过 超過 近 不到 至少 最多 以上 以下 未満 未满 左右 第 不是 不足 多 余 餘 以内 약 이상 이하 제 ประมาณ กว่า เกือบ อย่างน้อย ไม่เกิน สูงสุด "
        "ต่ำกว่า ราว 최대 최소 미만 초과 이내 적어도 거의 少于 多于 高于 低于 逾 将近 接近 几乎 打 ダース 割"
    ).split(),
    "en az", "en fazla", "ít nhất", "nhiều nhất", "tối đa", "tối thiểu",
)  # fmt: skip
"""The same in scripts without blanks, where they stand glued to the number or its unit."""

NUMBER_WORDS: Final[dict[str, int]] = {
    word: number
    for words in (
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty",
        "cero uno dos tres cuatro cinco seis siete ocho nueve diez _ doce trece catorce quince",
        "_ eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
        "zéro _ deux trois quatre cinq _ sept huit neuf dix onze douze treize quatorze quinze seize _ _ _ vingt",
        "_ _ _ tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti",
        "_ _ dois três quatro _ _ sete oito _ dez _ doze treze quatorze quinze dezesseis dezessete dezoito dezenove vinte",
        "_ _ twee drie vier vijf zes zeven _ negen tien _ twaalf dertien veertien vijftien",
        "ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать",
        "_ jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście",
        "_ _ två _ fyra fem _ sju åtta nio tio _ tolv",
        "sıfır bir iki üç dört beş altı yedi sekiz dokuz",
        "〇 一 二 三 四 五 六 七 八 九 十",
    )
    for number, word in enumerate(words.split())
    if word != "_"
} | {
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
    "两": 2,
}
"""Small numbers written out; read only where they are the whole text."""

OPERATORS: Final = frozenset("* ** ^ × x / + -".split())
"""Signs between two numbers that make a calculation of them."""

TYPE_NAMES: Final = frozenset(
    "string str integer int float boolean bool number|null string[] str[] int[] integer[] number[] float[] "
    "list[str] list[string] list[int] dict[str,any] array<string> yyyy-mm-dd hh:mm hh:mm:ss date-time".split()
)
"""Names of types that stand where a value should."""

COMPOUNDS: Final = frozenset(
    "提高 升高 增高 最高 高兴 高興 高度 高达 高達 高中 高于 高於 高校 高等 高速 其中 中国 中國 中心 中午 中文 中间 中間 集中 中央 中华 中華 当中 當中 之中 手中 心中 "
    "初中 中学 中學 途中 中止 中断 中斷 中古 中日 中美 降低 减低 減低 最低 低头 低估 低于 低於 低下 大家 大概 大约 大約 大学 大學 最大 扩大 擴大 大阪 大陆 大陸 大会 大會 "
    "小时 小時 小心 最小 小学 小學 缩小 縮小 小说 小說 小组 小組 好像 最好 爱好 愛好 友好 正好 好多 好几 好幾 好奇 分红 分紅 明白 白天 白领 黑客 黑龙 青岛 青年 黄金 黃金 "
    "红楼 紅樓 绿茶 蓝牙 多少 多数 多數 很多 许多 許多 最多 少年 至少 最少 少数 少數 有限 有关 有關 所有 没有 沒有 只有 还有 還有 有人 有时 有時 无法 無法 无论 無論 无关 無關 "
    "不过 不過 不仅 不僅 不同 可以 可能 可是 是否 但是 还是 還是 就是 只是 于是 於是 总是 總是".split()
)
"""Words of two characters in which an option of one character is no answer."""

HTML_TAGS: Final = frozenset(
    "a b i p u s br hr em li ol ul td th tr div pre sub sup code span body html head table".split()
)
"""Tags that a text may consist of without being a slot left open."""

LINKS: Final = frozenset(
    "is are was were of total von ist sind waren de est sont a à es son fue ha tiene è sono con är är was zijn jest było wynosi "
    "составляет составила är on oli összesen celkem razem łącznie insgesamt gesamt всего итого загалом усього totalt yhteensä toplam".split()
)
"""Words before an amount that name nothing which is numbered."""
