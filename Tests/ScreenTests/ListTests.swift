import Bytes
import FilterTestKit
import Flow
import PageTestKit
import Testing
import Workbench

@testable import Screen

/// The list, line by line, on screens of several kinds.
@Suite struct ListTests {
    @Test func theListAlignsItsColumns() throws {
        let play = try ScreenPlay(ScreenScene.shop)
        #expect(
            play.lines[0] == " hark  ● 127.0.0.1:8888  4 exchanges" + String(repeating: " ", count: 32) + "↓ following")
        #expect(play.lines[1] == "    # method  url                     status     size duration 0          250 ms")
        #expect(play.lines[2].hasPrefix("    1 GET     shop.test/                 200      2 B  50.0 ms ▎█▋▍"))
        #expect(play.lines[3].hasPrefix("    2 GET     shop.test/old ↳ ◷          301        -  50.0 ms "))
        #expect(play.lines[4].hasPrefix("    3 GET     shop.test/new ◷            200     14 B  80.0 ms "))
        #expect(play.lines[5].hasPrefix("    4 POST    shop.test/cart             ---        -  50.0 ms "))
        #expect(play.lines[5].hasSuffix("✕"))
        #expect(play.lines[6...22].allSatisfy { $0.isEmpty })
        #expect(play.lines[23].hasPrefix(" / filter  ⏎ open  e bytes  l lanes"))
    }

    /// The scale that begins with the session keeps its beginning while one scrolls; the usual one does not.
    @Test func theScaleBeginsWithTheVisibleRowsOrWithTheSession() throws {
        let flows = (1...60).map { ScreenScene.flow(UInt64($0), at: Int64($0) * 20) }
        var play = try ScreenPlay(flows)
        play.press("G")
        let fitting = play.lines[1]
        #expect(!fitting.contains("1.23 s"))
        play.press("z")
        #expect(play.lines[1].contains("1.23 s") && play.text.contains("begins with the session"))
        play.press("zg")
        #expect(!play.lines[1].contains("1.23 s"))
        play.press("G")
        #expect(play.lines[1] == fitting)
    }

    /// A pause between rows does not make slivers of their bars; where one is cut short a line says so.
    @Test func aPauseDoesNotSqueezeTheWaterfall() throws {
        let flows = [ScreenScene.flow(1), ScreenScene.flow(2, at: 20), ScreenScene.flow(3, at: 600_000)]
        let play = try ScreenPlay(flows, columns: 120)
        func bar(_ number: Int) throws -> String { String(try #require(play.line(number)).dropFirst(85)) }
        for number in 1...3 {
            let text = try bar(number)
            #expect(text.count { "█▉▊▋▌▍▎▏".contains($0) } > 8, "\(play.text)")
            // The bar after the pause begins where the sign would be.
            #expect(text.count { $0 == "┊" } == (number < 3 ? 1 : 0), "\(number): \(play.text)")
        }
        #expect(play.lines[1].hasSuffix(" 10 min 0 s") || play.lines[1].contains("10 min"), "\(play.lines[1])")
        // Bars that share no time begin at the left, and the heading says so.
        let apart = try ScreenPlay((1...20).map { ScreenScene.flow(UInt64($0), at: Int64($0) * 60_000) }, columns: 120)
        #expect(apart.lines[1].contains("duration start") && !apart.text.contains("┊"), "\(apart.text)")
        #expect(!play.lines[1].contains("start"))
    }

    /// Of a URL that is too long the path is seen, and the end of the host, which says whose it is.
    @Test func aLongURLKeepsItsPath() throws {
        let urls = [
            "http://www.shop.example.test/cart", "http://www.shop.example.test/cart/items?page=2",
            "http://www.shop.example.test/" + String(repeating: "z", count: 90),
        ]
        let flows = urls.enumerated().map {
            ScreenScene.flow(UInt64($0.offset + 1), "GET \($0.element) HTTP/1.1\nHost: shop.test")
        }
        let play = try ScreenPlay(flows)
        let shown = (1...3).map { play.line($0)?.dropFirst(14).prefix(26).description ?? "" }
        #expect(shown[0] == "www.shop.example.test/cart")
        #expect(shown[1] == "…mple.test/cart/items?pag…")
        #expect(shown[2] == "…mple.test/zzzzzzzzzzzzzz…")
        var wide = CellText(ScreenLook(colours: .none, isUnicode: true))
        wide.add(url: Bytes("日本語日本語日本語日.test/cart"), limit: 20)
        #expect(wide.cells.count <= 20 && wide.cells.map(\.text).joined().hasSuffix(".test/cart"))
        #expect(wide.cells[1].width != 0)
    }

    /// What went over TLS says so, what did not does not.
    @Test func onlyPlainHTTPLosesItsScheme() throws {
        let flows = ["https://shop.test/a", "http://shop.test/b", "https://shop.test/http://c"].enumerated().map {
            ScreenScene.flow(UInt64($0.offset + 1), "GET \($0.element) HTTP/1.1\nHost: shop.test")
        }
        let play = try ScreenPlay(flows)
        let shown = (1...3).map { play.line($0)?.dropFirst(14).prefix(24).description ?? "" }
        #expect(shown[0].hasPrefix("https://shop.test/a") && shown[1].hasPrefix("shop.test/b"))
        #expect(shown[2].hasPrefix("https://"))
    }

    /// Where keys stand, those that lead on and out stay, whatever else there is room for.
    @Test func helpAndQuitStayInSight() throws {
        for isUnicode in [true, false] {
            var play = try ScreenPlay(MemorySource(ScreenScene.shop), isUnicode: isUnicode)
            for keys in ["", "g<enter>", "2", "<enter>"] {
                play.press(keys)
                #expect(play.lines[23].hasSuffix("? keys  q quit"), "after \(keys): \(play.lines[23])")
            }
        }
    }

    /// Bars of rows that follow one another stand where their time is.
    @Test func barsShareOneTime() throws {
        let play = try ScreenPlay(ScreenScene.shop)
        let bars = try (1...4).map { try #require(play.line($0)).dropFirst(63) }
        let begins = bars.map { $0.prefix { $0 == " " }.count }
        #expect(begins == begins.sorted() && begins[0] < begins[3])
        // 200 of 250 ms, in 17 columns: behind 13 whole ones.
        #expect(begins[3] == 13)
    }

    /// An hour in which nothing happened takes no room: both bars are seen, one after the other.
    @Test func barsThatLieFarApartAreBothSeen() throws {
        let play = try ScreenPlay([ScreenScene.flow(1), ScreenScene.flow(2, at: 3_600_000)])
        let bars = try (1...2).map { try #require(play.line($0)).dropFirst(63) }
        #expect(bars[0].first != " " && bars[1].first == " ", "\(play.text)")
        #expect(bars.allSatisfy { $0.contains { "█▉▊▋▌▍▎▏".contains($0) } }, "\(play.text)")
    }

    @Test func withoutColoursPhasesHaveSigns() throws {
        let play = try ScreenPlay(MemorySource(ScreenScene.shop), colours: .none)
        let bar = try #require(play.line(3)).dropFirst(63)
        #expect(bar.contains("█") && bar.contains("▌"))
        // What is selected is seen, too.
        #expect(play.lines[5].hasPrefix("▸   4 POST"))
    }

    @Test func aTerminalOfASCIIGetsASCII() throws {
        var play = try ScreenPlay(MemorySource(ScreenScene.shop), colours: .none, isUnicode: false)
        #expect(play.lines[0].hasPrefix(" hark  * 127.0.0.1:8888"))
        #expect(play.line(3)?.dropFirst(63).contains("#") == true)
        for keys in [
            "", "<enter>", "<tab>", "<tab>", "e<right>", "<esc><tab>", "<tab>", "<tab>", "<tab>", "<tab>", "?",
            "<esc>l",
        ] {
            play.press(keys)
            #expect(play.grid.cells.allSatisfy { $0.text.unicodeScalars.allSatisfy(\.isASCII) }, "after \(keys)")
        }
    }

    @Test func columnsAreChosenAndNothingIsDrawnOverAnything() throws {
        let flow = MadeFlow.make(
            "GET http://shop.test/a HTTP/1.1\nHost: shop.test", "HTTP/1.1 200 OK\nContent-Type: application/json",
            content: "{}", number: 1)
        for columns in [80, 120, 200] {
            var play = try ScreenPlay([flow], columns: columns)
            let usual = play.lines[1]
            #expect(!usual.contains("type") && !play.text.contains("json"))
            play.press("C")
            #expect(play.lines[1].contains(" type ") && play.line(1)?.contains("200 json") == true, "\(play.text)")
            play.press("C")
            #expect(!play.lines[1].contains("type") && play.lines[1].hasSuffix("duration"), "\(play.lines[1])")
            #expect(play.line(1)?.contains("shop.test/a") == true && play.line(1)?.contains("█") == false)
            play.press("C")
            #expect(play.lines[1] == usual)
        }
    }

    @Test func aSmallWindowIsSaidToBeSmall() throws {
        var play = try ScreenPlay(ScreenScene.shop, columns: 79, rows: 24)
        #expect(play.lines[0] == "hark needs 80 columns and 24 rows;")
        #expect(play.lines[1] == "this terminal has 79 and 24. Enlarge it, or press q.")
        play.press("j<enter>")
        play.resize(columns: 80, rows: 24)
        // Keys that nobody saw an effect of had none.
        #expect(play.row("Story") == nil && play.line(4) != nil)
        play.resize(columns: 1, rows: 1)
        #expect(play.lines.count == 1)
        play.press("q")
        #expect(play.model.hasEnded)
    }

    @Test func fromAHundredAndFortyColumnsOnListAndExchangeStandSideBySide() throws {
        var play = try ScreenPlay(ScreenScene.shop, columns: 140, rows: 40)
        play.press("g<enter>")
        let row = try #require(play.row("Story"))
        #expect(row == 1 && play.lines[row].contains("method"))
        #expect(play.lines[2].contains("│"))
        // All rows of the list are still seen.
        #expect((1...4).allSatisfy { play.line($0) != nil })
    }

    /// What polls washes nothing away: one key hides it, and Escape brings it back.
    @Test func whatGoesToTheSamePlaceIsHidden() throws {
        var flows = ScreenScene.shop
        for number in 5...9 {
            flows.append(
                ScreenScene.flow(UInt64(number), "GET http://shop.test/poll?at=\(number) HTTP/1.1\nHost: shop.test"))
        }
        var play = try ScreenPlay(flows)
        play.press("h")
        #expect(play.line(4) != nil && (5...9).allSatisfy { play.line($0) == nil })
        #expect(play.model.filterText.contains(#"path = "/poll""#))
        play.press("kh")
        #expect(play.line(4) != nil && play.line(3) == nil && play.line(9) == nil)
        play.press("<esc>")
        #expect((1...9).allSatisfy { play.line($0) != nil })
    }

    @Test func anEmptyListSaysWhatToDo() throws {
        var play = try ScreenPlay([])
        #expect(play.row("No traffic yet. Paste these into another terminal:") == 3)
        // Whole, on 80 columns, one below the other.
        let lines = FirstLines.lines(proxies: ["127.0.0.1:8888"])
        #expect(lines.map { play.row("  " + $0) } == [5, 6, 7])
        #expect(play.row("export") == nil)
        play.press("<enter>ejk=x y<enter>")
        #expect(!play.model.hasEnded)
    }

    @Test func whatIsSelectedIsSeenWithColours() throws {
        var play = try ScreenPlay(ScreenScene.shop)
        play.press("g")
        let grid = play.grid
        #expect(grid.row(2).prefix(50).allSatisfy { $0.style.isReversed })
        #expect(grid.row(3).prefix(50).allSatisfy { !$0.style.isReversed })
    }
}
