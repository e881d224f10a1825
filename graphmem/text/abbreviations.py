"""Words that are written with a full stop, and words that often open a sentence, in ten languages.

English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Swedish and Turkish: the languages whose
function words `extract/local/language.py` counts. In lower case and without the last full stop.
"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


BEFORE_NAME = _words(
    """
    mr mrs ms mx messrs dr drs prof sgt cpl pvt lt capt cpt cmdr supt mt ft
    fr hr hrn dipl dipl.-ing univ.-prof skt
    mme mlle mgr ste
    sr sra srta sres dra dña excmo excma
    sig.ra sigg dott dott.ssa avv egr spett
    av enga exmo exma
    mevr dhr
    ks inż ul św
    doç öğr gör yrd
    """
)
"""Titles and kinds of place: a name follows. Polish streets and saints ("ul. Długa", "św. Anna") are such."""

BEFORE_NAME_CAPITAL = _words(
    """
    rev hon col gen maj sen rep gov pres mag ing me sig geom arch eng mw ir al pl im sn
    """
)
"""The same, but small they are ordinary words."""

GLOSS = _words(
    """
    e.g eg i.e ie viz cf vs approx incl excl esp resp
    z.b d.h u.a v.a i.d.r u.u z.t m.e o.g s.o s.u bzw vgl sog evtl ggf inkl exkl zzgl ca bspw insb usf
    p.ex par.ex c.-à-d
    p.ej p.e ej aprox
    p.es ad.es
    bijv bv o.a d.w.z m.b.t i.p.v t.o.v m.a.w
    np tj tzn tzw m.in wg
    t.ex bl.a dvs s.k
    örn
    """
)
"""Something always follows: an example, an explanation, a number."""

GLOSS_SMALL = _words("es ex max min inkl env mind")
"""Words of other senses too: only where a small letter or a number follows ("ad es. oggi", "max. zwei")."""

BEFORE_NUMBER = _words(
    """
    no nos nr nrs nro num núm fig figs vol vols ch chap sec sect art par para p pp pg pag pág págs ed eq
    ext apt
    ste rm rte hwy tel abb abs kap bd bde s z str ziff tab blz hfst afl lp poz rys sid kl
    """
)
"""A number follows; else the word ends its sentence like any other."""

CLOSING = _words(
    """
    etc a.m p.m usw u.ä o.ä u.v.m ecc enz e.d osv m.m m.fl itd itp vb
    a.c d.c b.c a.d b.c.e c.e v.chr n.chr p.n.e n.e
    """
)
"""What often stands last: a capital behind it opens a sentence, unless it is a day or month."""

INSIDE = _words(
    """
    inc ltd co corp bros llc jr snr st ave rd blvd sq ln hwy pkwy ct dept assn intl govt est
    hrs hr min mins sec secs lb lbs oz tsp tbsp doz
    str std mio mrd jh jhd geb gest bhf hbf tägl
    cía cia ltda avda pza dpto
    s.p.a s.r.l p.zza v.le
    godz zł woj
    mah cad sok
    """
)
"""What may stand last or inside: only a word that often opens a sentence ends it."""

CALENDAR = _words(
    """
    mon tue tues wed thu thur thurs fri sat sun jan feb febr mar apr jun jul aug sep sept oct nov dec
    jän mär okt dez janv févr avr juil déc ene abr ago dic gen mag giu lug set ott out mrt
    """
)
"""Days and months, where they are written with a capital, or a number follows."""

MONTHS = _words(
    """
    january february march april may june july august september october november december
    januar jänner februar feber märz mai juni juli oktober dezember
    januari februari mars augusti april maj
    januari maart mei juni augustus oktober
    styczeń luty marzec kwiecień czerwiec lipiec sierpień wrzesień październik listopad grudzień
    ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
    jan feb mär mar apr jun jul aug sep sept okt oct nov dez dec
    """
)
DAYS = _words(
    """
    monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag
    samstag
    sonnabend sonntag lunes martes miércoles jueves viernes sábado domingo lundi mardi mercredi jeudi
    vendredi
    samedi dimanche maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
    mon tue tues wed thu thur thurs fri sat sun
    """
)

BEFORE_ORDINAL = _words(
    """
    am im vom zum zur beim den dem der die das des bis ab seit jeder jeden jedes jede ein eine einen
    einer einem
    mein meine meinen meinem meiner dein sein seine seinen seinem seiner ihr ihre ihren ihrem ihrer
    unser unsere
    unserem unserer und oder sowie ins dieser diesem
    """
)
"""German words before "3." in "am 3. Tag": the number counts on."""

OPENERS = _words(
    """
    i i'm i've i'll i'd we we're he he's she she's it it's they they're you you're the a an this that
    that's these
    those there there's here my our his her its their your then but and so or if when while after before
    because
    what where who why how which is are was were do did does can could will would should have had has
    let let's
    not no yes yeah ok okay oh well thanks thank please maybe perhaps also however now today yesterday
    tomorrow
    on in at for with from to by as once since until everyone everybody nobody one some all both each
    ich wir er sie es du ihr der die das dem ein eine einen mein meine unser unsere dann aber und oder
    wenn als
    nach vor was wo wer wie warum ist sind war hat haben kann nicht nein ja danke bitte heute gestern
    auch jetzt
    dort da hier im am auf mit von für bei zum seit dieser diese dieses
    je tu il elle on nous vous ils elles un une ce c'est cette ces mon ma mes notre puis mais et donc
    quand après
    avant non oui merci aujourd'hui hier demain j'ai j'aime
    yo él ella nosotros ellos una este esta mi mis su sus luego pero y cuando después sí gracias hoy
    ayer mañana
    io lui lei noi loro gli questo questa mio mia poi ma e quando dopo sì grazie oggi ieri domani è
    eu ele ela nós eles os um uma meu minha depois mas quando não sim obrigado obrigada hoje ontem
    ik wij hij zij ze het een dit dat mijn onze maar en als nee dank vandaag gisteren
    ja my ona ono oni ten ta to mój moja potem ale jeśli gdy nie tak dziś wczoraj jest
    jag vi han hon det ett min vår sedan men och när nej tack idag igår
    ben biz onlar bu şu bir sonra ama ve eğer hayır evet bugün dün
    """
)
