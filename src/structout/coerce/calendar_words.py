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
    "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня",
    "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
    "ledna února března dubna května června července srpna září října listopadu prosince",
    "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta "
    "marraskuuta joulukuuta",
    "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
)


def _months() -> dict[str, int]:
    table: dict[str, int] = {}
    for line in _MONTHS:
        for number, name in enumerate(line.split(), 1):
            if name != "_":
                table.setdefault(name, number)
    return table


MONTHS: Final = _months()
"""Lower-case names and abbreviations of months, to 1–12; a name that means two months stands with none."""

MORNING: Final = frozenset("am a.m. a.m 上午 早上 凌晨 清晨 午前 오전".split())
AFTERNOON: Final = frozenset("pm p.m. p.m 下午 晚上 傍晚 中午 午後 夜 오후".split())

DURATION_UNITS: Final[dict[str, float]] = {
    unit: seconds
    for seconds, units in (
        (0.001, "ms msec millisecond milliseconds millisekunden milisegundos millisecondes 毫秒"),
        (1, "s sec secs second seconds sek sekunde sekunden segundo segundos seconde secondes secondi secondo seconden 秒 秒钟 秒間 초"),
        (60, "m min mins minute minutes minuten minuto minutos minuti minuut 分 分钟 分鐘 分間 분"),
        (3600, "h hr hrs hour hours std stunde stunden hora horas heure heures ora ore uur 小时 小時 時間 个小时 個小時 시간"),
        (86400, "d day days tag tage tagen día días dia dias jour jours giorno giorni dag dagen 天 日 日間 일"),
        (604800, "w wk wks week weeks woche wochen semana semanas semaine semaines settimana settimane weken 周 週 星期 週間 주"),
    )
    for unit in units.split()
}  # fmt: skip
"""Units of time to seconds; months and years have no fixed length and are left out."""
