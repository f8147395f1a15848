"""Time zones as people type them: cities, countries, abbreviations and hours from UTC."""

from collections import defaultdict
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from zoneinfo import ZoneInfo

import pytest

from bot.people.quiet_hours import known_zone, quiet_hours
from bot.people.zones import time_zone, words_for
from bot.refusal import Unfit

MONTHS = [datetime(2026, month, 1, tzinfo=UTC) for month in range(1, 13)]

CAPITALS = """
AD Andorra la Vella; AE Abu Dhabi; AF Kabul; AG Saint John's, Antigua; AL Tirana; AM Yerevan; AO Luanda
AR Buenos Aires; AT Vienna; AU Canberra; AZ Baku; BA Sarajevo; BB Bridgetown; BD Dhaka; BE Brussels
BF Ouagadougou; BG Sofia; BH Manama; BI Gitega; BJ Porto-Novo; BN Bandar Seri Begawan; BO Sucre; BO La Paz
BR Brasília; BS Nassau; BT Thimphu; BW Gaborone; BY Minsk; BZ Belmopan; CA Ottawa; CD Kinshasa; CF Bangui
CG Brazzaville; CH Bern; CI Yamoussoukro; CL Santiago; CM Yaoundé; CN Beijing; CO Bogotá; CR San José
CU Havana; CV Praia; CY Nicosia; CZ Prague; DE Berlin; DJ Djibouti; DK Copenhagen; DM Roseau
DO Santo Domingo; DZ Algiers; EC Quito; EE Tallinn; EG Cairo; ER Asmara; ES Madrid; ET Addis Ababa
FI Helsinki; FJ Suva; FM Palikir; FR Paris; GA Libreville; GB London; GD St. George's; GE Tbilisi; GH Accra
GM Banjul; GN Conakry; GQ Malabo; GR Athens; GT Guatemala City; GW Bissau; GY Georgetown; HN Tegucigalpa
HR Zagreb; HT Port-au-Prince; HU Budapest; ID Jakarta; IE Dublin; IL Jerusalem; IN New Delhi; IQ Baghdad
IR Tehran; IS Reykjavik; IT Rome; JM Kingston; JO Amman; JP Tokyo; KE Nairobi; KG Bishkek; KH Phnom Penh
KI Tarawa; KM Moroni; KN Basseterre; KP Pyongyang; KR Seoul; KW Kuwait City; KZ Astana; LA Vientiane
LB Beirut; LC Castries; LI Vaduz; LK Colombo; LK Sri Jayawardenepura Kotte; LR Monrovia; LS Maseru
LT Vilnius; LU Luxembourg; LV Riga; LY Tripoli; MA Rabat; MC Monaco; MD Chișinău; ME Podgorica
MG Antananarivo; MH Majuro; MK Skopje; ML Bamako; MM Naypyidaw; MN Ulaanbaatar; MR Nouakchott; MT Valletta
MU Port Louis; MV Malé; MW Lilongwe; MX Mexico City; MY Kuala Lumpur; MZ Maputo; NA Windhoek; NE Niamey
NG Abuja; NI Managua; NL Amsterdam; NO Oslo; NP Kathmandu; NR Yaren; NZ Wellington; OM Muscat
PA Panama City; PE Lima; PG Port Moresby; PH Manila; PK Islamabad; PL Warsaw; PS Ramallah; PT Lisbon
PW Ngerulmud; PY Asunción; QA Doha; RO Bucharest; RS Belgrade; RU Moscow; RW Kigali; SA Riyadh; SB Honiara
SC Victoria; SD Khartoum; SE Stockholm; SG Singapore; SI Ljubljana; SK Bratislava; SL Freetown
SM San Marino; SN Dakar; SO Mogadishu; SR Paramaribo; SS Juba; ST São Tomé; SV San Salvador; SY Damascus
SZ Mbabane; TD N'Djamena; TG Lomé; TH Bangkok; TJ Dushanbe; TL Dili; TM Ashgabat; TN Tunis; TO Nuku'alofa
TR Ankara; TT Port of Spain; TV Funafuti; TW Taipei; TZ Dodoma; UA Kyiv; UG Kampala; US Washington, D.C.
UY Montevideo; UZ Tashkent; VA Vatican City; VC Kingstown; VE Caracas; VN Hanoi; VU Port Vila; WS Apia
YE Sana'a; ZA Pretoria; ZA Cape Town; ZM Lusaka; ZW Harare
"""

LARGEST = """
AE Dubai; AO Luanda; AR Córdoba, Argentina; AR Rosario; AU Sydney; AU Melbourne; AU Brisbane; AU Perth
BD Chittagong; BR São Paulo; BR Rio de Janeiro; BR Belo Horizonte; BR Porto Alegre; BR Recife; BR Fortaleza
BR Salvador; BR Curitiba; BR Manaus; BR Campinas; BR Goiânia; CA Toronto; CA Montréal; CA Vancouver
CA Calgary; CD Mbuji-Mayi; CD Lubumbashi; CI Abidjan; CM Douala; CN Shanghai; CN Guangzhou; CN Shenzhen
CN Chengdu; CN Tianjin; CN Wuhan; CN Dongguan; CN Chongqing; CN Xi'an; CN Hangzhou; CN Foshan; CN Nanjing
CN Shenyang; CN Qingdao; CN Jinan; CN Zhengzhou; CN Harbin; CN Changsha; CN Dalian; CN Kunming; CN Suzhou
CN Wuxi; CN Ningbo; CN Hefei; CN Xiamen; CN Fuzhou; CN Shijiazhuang; CN Taiyuan; CN Nanning; CN Guiyang
CN Nanchang; CN Changchun; CN Wenzhou; CN Lanzhou; CN Zibo; CN Ürümqi; CN Tangshan; CO Medellín; CO Cali
CO Barranquilla; DE Hamburg; DE Munich; DO Santiago de los Caballeros; DZ Oran; EC Guayaquil; EG Alexandria
EG Giza; ES Barcelona; FR Lyon; FR Marseille; GB Birmingham; GB Manchester; GB Glasgow; GH Kumasi
GR Thessaloniki; HK Hong Kong; ID Surabaya; ID Bandung; ID Medan; ID Semarang; ID Palembang; ID Makassar
IL Tel Aviv; IN Mumbai; IN Delhi; IN Kolkata; IN Bengaluru; IN Chennai; IN Hyderabad; IN Ahmedabad; IN Pune
IN Surat; IN Jaipur; IN Lucknow; IN Kanpur; IN Nagpur; IN Indore; IN Kozhikode; IN Malappuram; IN Coimbatore
IN Kochi; IN Patna; IN Bhopal; IN Thrissur; IN Vadodara; IN Agra; IN Visakhapatnam; IN Varanasi
IN Thiruvananthapuram; IN Ludhiana; IN Nashik; IQ Mosul; IQ Basra; IR Mashhad; IR Isfahan; IR Shiraz
IR Tabriz; IR Karaj; IT Milan; IT Naples; IT Turin; JP Osaka; JP Nagoya; JP Fukuoka; JP Sapporo; JP Yokohama
JP Kyoto; JP Kobe; KE Mombasa; KR Busan; KR Incheon; KR Daegu; KZ Almaty; LB Beirut; LY Benghazi
MA Casablanca; MA Fès; MX Guadalajara; MX Monterrey; MX Puebla; MX Tijuana; MX León; MX Toluca
MX Ciudad Juárez; MY Johor Bahru; NG Lagos; NG Kano; NG Ibadan; NG Port Harcourt; NG Benin City; NG Onitsha
NZ Auckland; PE Arequipa; PH Quezon City; PH Davao; PH Cebu; PK Karachi; PK Lahore; PK Faisalabad
PK Rawalpindi; PK Gujranwala; PK Peshawar; PK Multan; PL Kraków; PL Łódź; PT Porto; RU Saint Petersburg
RU Novosibirsk; RU Yekaterinburg; RU Kazan; RU Nizhny Novgorod; RU Samara; RU Omsk; RU Chelyabinsk; RU Ufa
RU Rostov-on-Don; SA Jeddah; SA Mecca; SA Medina; SD Omdurman; SY Aleppo; TR Istanbul; TR İzmir; TR Bursa
TR Adana; TR Gaziantep; TR Konya; TR Antalya; TW Kaohsiung; TW Taichung; TZ Dar es Salaam; UA Kharkiv
UA Odesa; UA Dnipro; US New York; US Los Angeles; US Chicago; US Houston; US Dallas; US Philadelphia
US Miami; US Atlanta; US Boston; US Phoenix; US San Francisco; US Detroit; US Seattle; US Minneapolis
US San Diego; US Tampa; US Denver; US Baltimore; US St. Louis; US Orlando; US Charlotte; US San Antonio
US Portland; US Sacramento; US Pittsburgh; US Austin; US Las Vegas; US Cincinnati; US Kansas City
US Cleveland; US Columbus; US Indianapolis; US Nashville; US Salt Lake City; US Honolulu; UZ Samarkand
VE Maracaibo; VE Valencia, Venezuela; VN Ho Chi Minh City; VN Da Nang; YE Aden; ZA Johannesburg; ZA Durban
CH Zürich; CH Geneva; SE Göteborg; NO Bergen; DK Aarhus; NL Rotterdam; BE Antwerp; IE Cork; AT Graz
"""


def by_country(listed: str) -> list[tuple[str, str]]:
    entries = [one.strip() for line in listed.strip().splitlines() for one in line.split(";")]
    return [(one[:2], one[3:]) for one in entries]


def zones_of_countries() -> dict[str, set[str]]:
    """The zones of each country, by its code, as the tz database lists them."""
    found: dict[str, set[str]] = defaultdict(set)
    for line in files("tzdata").joinpath("zoneinfo/zone.tab").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            code, _, zone = line.split("\t")[:3]
            found[code].add(zone)
    return found


def clock_of(zone: str) -> list[timedelta | None]:
    """How far ahead of UTC a zone is in each month."""
    return [moment.astimezone(ZoneInfo(zone)).utcoffset() for moment in MONTHS]


@pytest.mark.parametrize("listed", [CAPITALS, LARGEST], ids=["capitals", "large cities"])
async def test_every_capital_and_large_city_is_known(listed: str) -> None:
    countries = zones_of_countries()
    for code, city in by_country(listed):
        found = await time_zone(city)
        assert clock_of(found.key) in [clock_of(zone) for zone in countries[code]], (city, found)


async def test_every_country_with_one_time_zone_is_known() -> None:
    countries = zones_of_countries()
    for line in files("tzdata").joinpath("zoneinfo/iso3166.tab").read_text("utf-8").splitlines():
        code, _, name = line.partition("\t")
        if not line.startswith("#") and len(countries[code]) == 1 and name != "Georgia":
            assert (await time_zone(f"The largest village, {name}")).key in countries[code]


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("UTC+5:30", "Asia/Kolkata"),
        ("UTC-3:30", "America/St_Johns"),
        ("utc−2:30", "America/St_Johns"),
        ("GMT+5", "Etc/GMT-5"),
        ("+05:45", "Asia/Kathmandu"),
        ("+0545", "Asia/Kathmandu"),
        ("UTC+5.5", "Asia/Kolkata"),
        ("UTC 3:30", "Asia/Tehran"),
        ("UTC+9:30", "Australia/Darwin"),
        ("UTC-9:30", "Pacific/Marquesas"),
        ("UTC+12:45", "Pacific/Chatham"),
        ("UTC+0:00", "UTC"),
        ("UTC+14", "Etc/GMT-14"),
        ("Etc/GMT-2", "Etc/GMT-2"),
    ],
)
async def test_hours_from_utc_are_understood_with_their_minutes(typed: str, zone: str) -> None:
    assert (await time_zone(typed)).key == zone


@pytest.mark.parametrize("typed", ["UTC+5:15", "UTC-13", "+14:30", "GMT+5:99"])
async def test_hours_from_utc_that_are_nowhere_are_refused(typed: str) -> None:
    with pytest.raises(Unfit, match=r"No time zone is [\d:]+ hours from UTC"):
        await time_zone(typed)


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("EST", "America/New_York"),
        ("EDT", "America/New_York"),
        ("eastern time", "America/New_York"),
        ("CST", "America/Chicago"),
        ("MST", "America/Denver"),
        ("PST", "America/Los_Angeles"),
        ("Pacific", "America/Los_Angeles"),
        ("CET", "Europe/Brussels"),
        ("CEST", "Europe/Brussels"),
        ("IST", "Asia/Kolkata"),
        ("BST", "Europe/London"),
        ("AEST", "Australia/Sydney"),
        ("JST", "Asia/Tokyo"),
        ("gmt", "GMT"),
    ],
)
async def test_an_abbreviation_means_what_most_people_mean_by_it(typed: str, zone: str) -> None:
    assert (await time_zone(typed)).key == zone


@pytest.mark.parametrize(
    "typed",
    [
        "São Paulo",
        "Sao Paulo",
        "sao_paulo",
        "SAOPAULO",
        "  são   paulo ",
        "São Paulo, Brazil",
        "Sao Paulo,BR",
        "sao paulo brazil",
        "America/Sao Paulo",
        "America/São_Paulo",
    ],
)
async def test_case_accents_spaces_and_a_country_do_not_matter(typed: str) -> None:
    assert (await time_zone(typed)).key == "America/Sao_Paulo"


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Zuerich", "Europe/Zurich"),
        ("Muenchen", "Europe/Berlin"),
        ("İSTANBUL", "Europe/Istanbul"),
        ("st petersburg", "Europe/Moscow"),
        ("New-York", "America/New_York"),
        ("N Djamena", "Africa/Ndjamena"),
        ("UK", "Europe/London"),
        ("Germany", "Europe/Berlin"),
        ("Texas", "America/Chicago"),
    ],
)
async def test_other_spellings_and_whole_countries_are_understood(typed: str, zone: str) -> None:
    assert (await time_zone(typed)).key == zone


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("London", "Europe/London"),
        ("London, Ontario", "America/Toronto"),
        ("London, Ontario, Canada", "America/Toronto"),
        ("Paris, France", "Europe/Paris"),
        ("Paris, TX", "America/Chicago"),
        ("Springfield, Massachusetts, USA", "America/New_York"),
        ("El Paso, Texas", "America/Denver"),
        ("Hyderabad, Pakistan", "Asia/Karachi"),
        ("Birmingham, Alabama", "America/Chicago"),
        ("San Jose, California", "America/Los_Angeles"),
        ("Tbilisi, Georgia", "Asia/Tbilisi"),
        ("Atlanta, Georgia", "America/New_York"),
        ("Seattle, WA", "America/Los_Angeles"),
        ("Perth, WA", "Australia/Perth"),
        ("Delhi, IN", "Asia/Kolkata"),
        ("Milan, Lombardy", "Europe/Rome"),
        ("A small village, Switzerland", "Europe/Zurich"),
    ],
)
async def test_a_country_or_state_tells_namesakes_apart(typed: str, zone: str) -> None:
    assert (await time_zone(typed)).key == zone


@pytest.mark.parametrize("typed", ["Brazil", "USA", "Canada", "Australia", "Russia"])
async def test_a_country_with_several_time_zones_asks_for_a_city(typed: str) -> None:
    with pytest.raises(Unfit, match=f"more than one time zone in “{typed}”. Type a big city near you"):
        await time_zone(typed)


@pytest.mark.parametrize(
    ("typed", "proposal"),
    [("Berlim", "Berlin"), ("Melborne", "Melbourne"), ("Gneva", "Geneva"), ("Romw", "Rome")],
)
async def test_a_name_that_is_nearly_right_is_answered_with_what_it_may_be(typed: str, proposal: str) -> None:
    with pytest.raises(Unfit, match=rf"Did you mean .*{proposal}"):
        await time_zone(typed)


@pytest.mark.parametrize("typed", ["+05:45", "UTC-3:30", "UTC+2", "Delhi", "EST", "São Paulo"])
async def test_what_is_stored_is_a_name_that_every_version_reads_and_shows(typed: str) -> None:
    found = await time_zone(typed)
    assert known_zone(found.key) == found
    assert quiet_hours(found.key, "22", "8").zone == found
    assert (await time_zone(words_for(found.key))) == found


async def test_daylight_saving_time_counts_where_clocks_change() -> None:
    winter, summer = datetime(2026, 1, 10, tzinfo=UTC), datetime(2026, 7, 10, tzinfo=UTC)
    for typed in ("EST", "CET", "BST", "UTC-3:30"):
        zone = await time_zone(typed)
        assert winter.astimezone(zone).utcoffset() != summer.astimezone(zone).utcoffset()
