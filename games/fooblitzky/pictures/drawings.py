"""The eighteen items, the places' signs and a few marks, drawn in squares of 24 by 24.

A drawing is text with one shape a line: an ink of `painting`, or `neon` for the place’s colour, and then
`disc x y radius`, `ring x y radius thick`, `plate left top right bottom radius`, `poly x y …`,
`line thick x y …` or `arc x y radius from to thick`.
"""

from games.fooblitzky.city.map import Kind

ITEMS: dict[str, str] = {
    "hair spray": """
        rose plate 7 9 17 23 2
        paper plate 7 13 17 18 0
        silver poly 7 9.5 9 6 15 6 17 9.5
        night plate 10 2.5 14 6.5 1
        sky disc 5 3 1.3
        sky disc 2.5 5 1.1
        sky disc 4.6 6.6 1
        sky disc 1.8 1.8 1
    """,
    "toothpaste": """
        sky poly 3 7 19 3 22 12 8 20
        paper poly 5 9.5 20 5.5 21 9 6.8 14.5
        red line 1.6 8 13 18 8.6
        red poly 3.5 17 7.5 15 9.5 20 5 22
        blue line 2 18.6 2.5 22.4 12.6
    """,
    "eyedropper": """
        rose disc 18.5 5.5 4
        rose poly 13 7 17 11 21 8 16 3
        night poly 11.5 7.5 16.5 12.5 14.8 14.2 9.8 9.2
        glass poly 11.5 10.5 13.5 12.5 6.5 19.5 4.5 20 5 17.5
        steel line 0.8 11 10.5 5 17 4.2 20.2 7 19.2 13.6 13
        sky disc 3 22 1.7
    """,
    "banana": """
        yellow poly 4 4 7 3 9 10 14 15 21 16.5 22 19 16 22 9 20 4.5 14
        orange line 1.4 6 5 7 12 11.5 17 20 18.6
        brown poly 3.6 4.6 3.6 1.6 6.6 1.2 7.2 3.6
        brown poly 20.6 16.4 23 16.8 22.6 19.4 21.2 19.6
    """,
    "sardines": """
        steel plate 1.5 8 22.5 21 4
        silver plate 3 9.5 21 19.5 3
        sky poly 4 13 7 10.7 15 10.7 17 12.7 20 10.8 20 15 17 13.4 15 15 7 15
        blue poly 4 17 7 15.6 15 15.6 17 16.8 20 15.6 20 19 17 17.6 15 18.6 7 18.6
        night disc 6.6 12.6 0.8
        night disc 6.6 16.8 0.8
        steel plate 4 2.5 20 6.5 2
        silver plate 5.5 3.5 18.5 5.5 1
    """,
    "hot dog": """
        tan plate 2 6 22 19 6
        brown plate 2 13.5 22 20 5
        red plate 0.8 9 23.2 15.4 3.2
        yellow line 1.7 4 12.8 7 10.8 10 13.4 13 10.8 16 13.4 20 11.4
    """,
    "screwdriver": """
        orange poly 13.5 6.5 18 1.5 22.5 6 17.5 10.5
        red line 1.2 16 6.4 19.6 3
        red line 1.2 18 8.4 21.6 5
        night poly 12.4 8 16 11.6 14.4 13 11 9.6
        silver line 2.4 12.4 11.6 4.4 19.6
        steel poly 5.6 16.8 7.2 18.4 3 23 1 21
    """,
    "light bulb": """
        yellow disc 12 9 7.5
        yellow poly 6.5 13.5 17.5 13.5 15 18 9 18
        paper disc 9.6 6.6 2.2
        orange line 1.2 9.6 10.4 11 13.8 12 10.4 13 13.8 14.4 10.4
        steel plate 8.6 17.4 15.4 19.2 0.8
        silver plate 9 19.4 15 21.2 0.8
        night plate 10.4 21.4 13.6 23.2 0.8
    """,
    "saw": """
        silver poly 9 7 23 13.5 23 16 8 15.6
        steel poly 8 15 10 17.6 11.4 15 13.4 17.8 14.8 15 16.8 18 18.2 15.2 20.2 18.2 21.6 15.4 23 18 23 15
        brown plate 1 6.4 10 17.8 3
        paper plate 3.6 9.6 7.2 14.6 1.6
    """,
    "fish": """
        orange poly 15 12 22.5 5.5 21 12 22.5 18.5
        orange poly 7 8 11 3.5 14.5 8
        orange disc 9.5 12 7
        orange poly 9 5.2 18 12 9 18.8
        yellow poly 9 13.4 14 12 10.6 16.6
        paper disc 6.2 10.4 1.9
        night disc 6 10.4 1
        red line 1 3.4 14.6 6 14.8
    """,
    "snake": """
        green line 4.4 19 20.4 6 20.4 4 18 6 15.4 17.6 14.6 20 11.8 17.6 9 10 8.6
        leaf line 1.2 18 20.6 7 20.4
        leaf line 1.2 8 15.2 17 14.8
        green disc 8 7 4.2
        green poly 4.6 5 11 3.4 11 10 6 10.8
        paper disc 8 5.6 1.5
        night disc 7.7 5.6 0.8
        red line 0.9 4.4 8 2.2 8.6 0.8 7.4
        red line 0.9 2.2 8.6 0.9 10
    """,
    "pig": """
        rose poly 3.4 9 3.6 2 10 4.6
        rose poly 20.6 9 20.4 2 14 4.6
        pink disc 12 13 9.4
        rose plate 7.4 12.4 16.6 19 3.2
        night disc 10.1 15.7 1.2
        night disc 13.9 15.7 1.2
        night disc 8.2 9.8 1.3
        night disc 15.8 9.8 1.3
    """,
    "tennis ball": """
        leaf disc 12 12 9.5
        yellow disc 11.4 11.2 8.2
        paper arc 1 12 8 -58 58 1.6
        paper arc 23 12 8 122 238 1.6
        green ring 12 12 9.5 0.9
    """,
    "basketball": """
        orange disc 12 12 10.4
        night ring 12 12 10.4 1.2
        night line 1.2 12 1.6 12 22.4
        night line 1.2 1.6 12 22.4 12
        night arc 1.5 12 8.4 -62 62 1.2
        night arc 22.5 12 8.4 118 242 1.2
    """,
    "bowling ball": """
        violet disc 12 12 10.6
        night ring 12 12 10.6 1
        paper arc 12 12 8 190 250 1.5
        night disc 13 7 1.7
        night disc 17.4 8.4 1.7
        night disc 14.6 11.6 1.9
    """,
    "yo-yo": """
        night line 0.9 17 11 17 5 14 2 10.6 3 10 5
        red disc 11 15 8.2
        paper ring 11 15 5.8 1.3
        yellow disc 11 15 2.8
        night ring 11 15 8.2 0.9
        night ring 9.4 3.4 2.4 0.9
    """,
    "teddy bear": """
        brown disc 5.4 5.6 3.6
        brown disc 18.6 5.6 3.6
        tan disc 5.4 5.6 1.8
        tan disc 18.6 5.6 1.8
        brown disc 12 13 9.2
        tan plate 7.6 12.6 16.4 20 3.6
        night disc 8.6 10 1.3
        night disc 15.4 10 1.3
        night poly 10.2 13.6 13.8 13.6 12 15.8
        night line 0.9 10 17.6 12 16.2 14 17.6
    """,
    "train set": """
        blue plate 2 9.4 15 18 1
        red plate 13 4.4 22 18 1
        glass plate 15 6.6 20 11 0.6
        night plate 4 3.6 7.6 9.6 0.4
        night plate 3 2.8 8.6 4.8 0.6
        yellow plate 9.8 7 12.2 9.6 1
        night disc 5.6 19.2 3
        night disc 12 19.2 3
        night disc 18.6 19.2 3
        silver disc 5.6 19.2 1.2
        silver disc 12 19.2 1.2
        silver disc 18.6 19.2 1.2
        brown plate 0.6 22 23.4 23.4 0.4
    """,
}

SIGNS: dict[Kind, str] = {
    "drug": """
        neon poly 3.4 15 9 9.4 14.6 15 9 20.6
        neon disc 6.2 17.8 3.97
        paper poly 9 9.4 14.8 3.6 20.4 9.2 14.6 15
        paper disc 17.6 6.4 3.97
    """,
    "grocery": """
        neon disc 8.6 14.4 6
        neon disc 15.4 14.4 6
        neon plate 7 9 17 21.6 3
        paper line 1.8 12 9 12.6 4 14.4 2
        leaf poly 12.8 6.4 16 3.4 20.4 4 17 7.4
    """,
    "hardware": """
        tan line 3 13 10 6 21.4
        neon poly 6.6 4 15 1.6 21.6 8 19.6 12.6 16 8.6 12 10.6 9 8.2
        neon poly 17 9 21 7 22.6 10 19 13
    """,
    "pets": """
        neon disc 5 11 2.6
        neon disc 9.4 5.6 2.8
        neon disc 14.6 5.6 2.8
        neon disc 19 11 2.6
        neon disc 8.6 17.6 3.6
        neon disc 15.4 17.6 3.6
        neon poly 6 16 12 9.6 18 16 15 20 9 20
    """,
    "sports": """
        neon plate 6 2.6 18 7 1
        neon poly 6 4 18 4 16 14 13.4 16 10.6 16 8 14
        neon arc 6 7 4 80 280 1.7
        neon arc 18 7 4 -100 100 1.7
        neon plate 11 15 13 19 0
        paper plate 7 18.4 17 22 1
    """,
    "toys": """
        neon poly 12 1 14.6 8.2 22.4 8.6 16.2 13.4 18.4 21 12 16.6 5.6 21 7.8 13.4 1.6 8.6 9.4 8.2
        paper disc 12 11.6 2.6
    """,
    "restaurant": """
        neon line 2 7 2.6 7 21.6
        neon line 1.5 3.8 2.6 4.2 8.6 9.8 8.6 10.2 2.6
        neon line 2.2 17 12 17 21.6
        neon poly 15.8 2 20.4 4.6 20 12.6 15.8 13.4
    """,
    "phone": """
        neon arc 12 12.6 8.6 196 344 4.4
        neon plate 1.6 8.4 8 14 1.4
        neon plate 16 8.4 22.4 14 1.4
        paper poly 8.6 11 15.4 11 19 21.4 5 21.4
        neon ring 12 16.6 2.9 1.3
    """,
    "clockwise": """
        neon arc 12 12 9 -150 110 2.8
        neon poly 13.6 16.4 13.6 24.6 6.4 20.6
        paper line 2.6 8.6 7.6 8.6 12.6 10 14.8 14 14.8 15.4 12.6 15.4 7.6
    """,
    "counter": """
        neon arc 12 12 9 70 330 2.8
        neon poly 10.4 16.4 10.4 24.6 17.6 20.6
        paper line 2.6 8.6 7.6 8.6 12.6 10 14.8 14 14.8 15.4 12.6 15.4 7.6
    """,
    "locker": """
        neon arc 12 9 5.6 180 360 2.4
        neon plate 6.4 8.4 8.8 12 0
        neon plate 15.2 8.4 17.6 12 0
        neon plate 4 11 20 22 2
        night disc 12 15.4 2
        night poly 11 15.6 13 15.6 13.8 19.6 10.2 19.6
    """,
    "check": """
        neon ring 12 12 10.8 1.6
        neon line 3.4 6.8 12.4 10.6 16.4 17.4 7.8
    """,
    "pawn": """
        neon disc 12 17.4 4.6
        neon disc 6 7.4 4.6
        neon disc 18 7.4 4.6
    """,
    "charity": """
        neon disc 7.2 8.8 5.4
        neon disc 16.8 8.8 5.4
        neon poly 2.5 11.5 12 22.4 21.5 11.5 17 7 12 8 7 7
    """,
    "hospital": """
        paper plate 1.6 1.6 22.4 22.4 4
        neon plate 9.2 4.4 14.8 19.6 0.6
        neon plate 4.4 9.2 19.6 14.8 0.6
    """,
}

MARKS: dict[str, str] = {
    "yes": """
        night ring 12 12 12 24
        green disc 12 12 10.6
        paper line 3.4 6.8 12.4 10.6 16.4 17.4 7.8
    """,
    "no": """
        night line 7 4 4 20 20
        night line 7 20 4 4 20
        red line 4.2 4 4 20 20
        red line 4.2 20 4 4 20
    """,
    "up": """
        leaf poly 7.4 11 11 4.6 11.4 1.4 14.4 1.8 14.6 6 13.6 9.4 21 9.4 21.6 12 20.4 19.6 18.4 21.4 7.4 21.4
        paper plate 2 10.6 6.4 22 1
    """,
    "down": """
        red poly 7.4 13 11 19.4 11.4 22.6 14.4 22.2 14.6 18 13.6 14.6 21 14.6 21.6 12 20 4 18.4 2.6 7.4 2.6
        paper plate 2 2 6.4 13.4 1
    """,
    "maybe": """
        night disc 12 12 12
        violet disc 12 12 10.6
        paper arc 12 9.2 4.6 -180 60 2.6
        paper line 2.6 14.2 11 12 13 12 14.4
        paper disc 12 18 1.7
    """,
    "coin": """
        orange disc 12 12 10.8
        yellow disc 12 12 9
        orange line 2.2 9.2 18 9.2 6.6 15.6 6.6
        orange line 2.2 9.2 12 14 12
    """,
    "friend": """
        night plate 6 1 18 11 3
        green plate 7 2 17 10.6 2.4
        night plate 1.6 9 22.4 12.4 1.7
        green plate 2.6 9.6 21.4 11.6 1
        yellow plate 7 7.8 17 9.6 0
        night disc 12 15.8 7.2
        tan disc 12 15.8 6.2
        green plate 1.6 9.6 22.4 11.8 1
        night disc 9.6 14.6 1
        night disc 14.4 14.6 1
        night arc 12 15.4 4 20 160 1.3
        rose disc 8 17.4 1.1
        rose disc 16 17.4 1.1
    """,
    "foe": """
        night plate 6 1 18 11 3
        violet plate 7 2 17 10.6 2.4
        red plate 7 7.8 17 9.6 0
        night disc 12 15.8 7.2
        tan disc 12 15.8 6.2
        night plate 1.6 9 22.4 12.4 1.7
        violet plate 2.6 9.6 21.4 11.6 1
        night line 1.3 7.8 13 10.6 14.4
        night line 1.3 16.2 13 13.4 14.4
        night disc 9.6 15.4 0.9
        night disc 14.4 15.4 0.9
        night poly 12 17 6.4 18 6.8 20 12 18.8 17.2 20 17.6 18
    """,
    "turn": """
        night disc 12 13 10
        red poly 12 13 12 4.4 18 7 20.4 13
        yellow poly 12 13 20.4 13 18 19 12 21.6
        sky poly 12 13 12 21.6 6 19 3.6 13
        leaf poly 12 13 3.6 13 6 7 12 4.4
        paper disc 12 13 2.6
        yellow poly 8.6 0.8 15.4 0.8 12 6.4
    """,
    "theft": """
        night disc 12 15 8.6
        brown disc 12 15 7.4
        brown poly 8 9 6 3 18 3 16 9
        tan line 1.8 7.6 8.6 16.4 8.6
        paper arc 12 13.4 2.8 -180 60 1.7
        paper line 1.7 13.4 14.6 12 15.8 12 16.8
        paper disc 12 19.2 1.1
    """,
    "piano": """
        night plate 1.6 4 22.4 17 2
        steel plate 2.6 5 21.4 11 1.2
        paper plate 3 11.4 21 15.6 0.4
        night plate 5.2 11.4 6.8 13.8 0
        night plate 8.2 11.4 9.8 13.8 0
        night plate 12.8 11.4 14.4 13.8 0
        night plate 15.8 11.4 17.4 13.8 0
        night line 1.8 4 17 4 22
        night line 1.8 20 17 20 22
        yellow poly 9 6 15 6 15 9.4 9 9.4
    """,
    "car": """
        night plate 0.8 10 23.2 18.6 3
        red plate 1.8 11 22.2 17.6 2.4
        night poly 4.6 11 8 4.8 16.4 4.8 19.6 11
        glass poly 6.6 10.4 9 6.4 11.4 6.4 11.4 10.4
        glass poly 12.8 10.4 12.8 6.4 15.6 6.4 17.8 10.4
        night disc 6.4 18.2 3.2
        night disc 17.6 18.2 3.2
        silver disc 6.4 18.2 1.3
        silver disc 17.6 18.2 1.3
        yellow plate 20.4 12.4 22.6 14.6 0.6
    """,
}
