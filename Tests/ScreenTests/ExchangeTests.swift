import Bytes
import Explain
import Filter
import Flow
import PageTestKit
import Synchronization
import Testing

@testable import Screen

/// One exchange: its parts, and its bytes one by one.
@Suite struct ExchangeTests {
    private func opened(_ number: Int, _ keys: String = "") throws -> ScreenPlay {
        var play = try ScreenPlay(ScreenScene.shop, columns: 140, rows: 40)
        play.press("g" + String(repeating: "j", count: number - 1) + "<enter>" + keys)
        return play
    }

    @Test(arguments: [
        ("", "Content-Type"), ("t", "wait"), ("d", "The forwarded messages were not recorded"), ("b", "price"),
        ("6", "sid"),
        ("7", "600"), ("8", "connection used TLS"),
    ])
    func everyPartIsThere(key: String, words: String) throws {
        let play = try opened(3, key)
        if key != "" { #expect(play.text.contains(words), "\(play.text)") }
        #expect(play.row("Story") == 1)
    }

    /// Of each body that there is, and of no other.
    @Test func aBodyHasTheRuleOfItsEnd() throws {
        let answered = try opened(3, "b")
        #expect(answered.text.contains("Response body") && !answered.text.contains("Request body"))
        #expect(answered.text.split(separator: "Body end: ").count == 2, "\(answered.text)")
        #expect(try opened(4, "b").text.contains("Body end: "))
        #expect(try !opened(2, "b").text.contains("Body end"))
    }

    @Test func tabsTurnRound() throws {
        var play = try opened(1)
        let titles = ["Bytes", "Changes", "Timing", "Body", "Cookies", "Cache", "TLS", "Story"]
        for title in titles {
            play.press("<tab>")
            #expect(play.model.exchange?.tab.title == title)
        }
        play.press("<backTab>")
        #expect(play.model.exchange?.tab == .tls)
        play.press("][")
        #expect(play.model.exchange?.tab == .tls)
        play.press("5")
        #expect(play.model.exchange?.tab == .body)
    }

    @Test func theOpenExchangeFollowsTheList() throws {
        var play = try opened(1, "b")
        play.press("jj")
        #expect(play.model.exchange?.number == 3 && play.text.contains("price"))
        play.press("<esc>")
        #expect(play.model.exchange == nil && play.model.selected == 3)
    }

    @Test func whatProvesWhoOneIsIsHidden() throws {
        var play = try opened(3)
        for key in ["1", "2", "3", "4", "5", "6", "7", "8", "9", "e<right><right>", "p"] {
            play.press(key)
            #expect(!play.text.contains("verysecret"), "after \(key)")
        }
    }

    @Test func aLargeExchangeTakesTheWholeSmallScreen() throws {
        var play = try ScreenPlay(ScreenScene.shop)
        play.press("g<enter>")
        #expect(play.line(1) != nil && play.row("Story") != nil)
        play.press("<enter>")
        #expect(play.row("Story") == 1 && play.row("status     size") == nil)
        play.press("<esc>")
        #expect(play.row("status     size") != nil)
        play.press("<esc>")
        #expect(play.row("Story") == nil)
    }

    /// Who goes past parts quickly gets no answer for those before the last; back at one, it is asked for again.
    @Test func aPartThatWasNotAnsweredIsAskedForAgain() {
        var exchange = OpenExchange(1)
        func asked() -> Int { exchange.orders(width: 78).count }
        #expect(asked() == 1 && asked() == 0)
        exchange.tab = .timing
        #expect(asked() == 1)
        exchange.tab = .story
        #expect(asked() == 1 && asked() == 0)
        exchange.take(.tab(1, .story, width: 78, .empty, parts: []))
        exchange.tab = .timing
        #expect(asked() == 1)
        exchange.take(.tab(1, .timing, width: 78, .empty, parts: []))
        exchange.tab = .story
        #expect(asked() == 0)
    }

    // MARK: Bytes

    /// A long line, signs of two columns, escapes: all are reached by Space, and none is broken.
    @Test func spaceLeadsToTheLastByte() throws {
        let text = (1...400).map { "<\($0)日\u{202E}>" }.joined()
        let flow = ScreenScene.flow(
            1, "GET http://shop.test/ HTTP/1.1\nHost: shop.test\nX-Text: \(text)", content: "end!")
        for isUnicode in [true, false] {
            var play = try ScreenPlay(MemorySource([flow]), isUnicode: isUnicode)
            play.press("<enter><enter>2")
            var seen: [String] = []
            for _ in 0..<200 {
                seen += play.lines[2..<23]
                let before = play.lines
                play.press(" ")
                if play.lines == before { break }
            }
            let all = seen.map { $0.dropFirst() }.joined()
            let missing = (1...400).filter { !all.contains("<\($0)\(isUnicode ? "日" : "\\u{65e5}")") }
            #expect(missing == [])
            #expect(play.text.contains("end!"))
            #expect(seen.allSatisfy { $0.count <= 80 })
        }
    }

    /// Keys that come before what they are about are not lost.
    @Test func whoTypesAheadIsNotMistaken() throws {
        let look = ScreenLook(colours: .many, isUnicode: true)
        let source = MemorySource(ScreenScene.shop)
        var library = ScreenLibrary(source, live: nil, ScreenTools())
        var model = ScreenModel(
            source.session(), size: ScreenSize(columns: 140, rows: 40), look: look, reader: FilterReader())
        for key in [ScreenKey.enter, .character("e")] { model.press(key) }
        #expect(model.exchange == nil)
        let answers = Mutex<[ScreenAnswer]>([])
        func answer() {
            for order in model.takeOrders() { library.answer(order) { one in answers.withLock { $0.append(one) } } }
            for one in answers.withLock({ all in
                defer { all = [] }
                return all
            }) { model.take(one) }
        }
        answer()
        #expect(model.exchange?.number == 4)
        for key in [ScreenKey.character("e"), .down, .right, .right] { model.press(key) }
        #expect(model.exchange?.lens == nil)
        for _ in 0..<4 { answer() }
        #expect(model.exchange?.lens?.place.contains("request-target") == true)
    }

    /// Another width lays the bytes out anew, and what is looked at stays so.
    @Test func theLensOutlivesAResize() throws {
        var play = try opened(1, "e<down><right>P")
        let place = try #require(play.model.exchange?.lens?.place)
        play.resize(columns: 90, rows: 30)
        #expect(play.model.exchange?.lens?.place == place && play.model.exchange?.lens?.pinned == place)
        #expect(play.text.contains(place))
    }

    @Test func theLensNamesEachPart() throws {
        var play = try opened(1, "e")
        #expect(play.text.contains("bytes 0-33: request-line") || play.text.contains(": request-line"))
        play.press("<down>")
        #expect(play.text.contains("bytes 0-2: request-line › method"))
        #expect(play.text.contains("RFC 9110 §9"))
        play.press("<right>")
        #expect(play.text.contains("byte 3: request-line › SP"))
        play.press("<up><right>")
        #expect(play.text.contains(": CRLF") || play.text.contains(": field-line"))
    }

    /// Every byte is reached, in order, and each has a name and a section.
    @Test func neighboursLeadThroughEveryByte() throws {
        var play = try opened(1, "e")
        let lens = try #require(play.model.exchange?.lens)
        let total = lens.messages.reduce(0) { $0 + $1.bytes.count }
        var reached = Set<Int>()
        var last = -1
        for _ in 0..<400 {
            while let span = play.model.exchange?.lens?.span, !span.children.isEmpty { play.press("<down>") }
            let lens = try #require(play.model.exchange?.lens)
            let (message, span) = (try #require(lens.message), try #require(lens.span))
            #expect(!span.rule.isEmpty && !span.spec.isEmpty)
            let place = message.base + span.offset
            if place <= last { break }
            last = place
            for byte in 0..<span.length { reached.insert(place + byte) }
            play.press("<right>")
        }
        #expect(reached.count == total)
    }

    @Test func whatIsLookedAtIsMarked() throws {
        var play = try opened(1, "e<down>")
        let grid = play.grid
        let marked = (2..<38).flatMap { row in grid.row(row).suffix(78).filter { $0.style.isReversed } }
        #expect(marked.map(\.text).joined() == "GET")
        play.press("<esc>")
        let after = play.grid
        #expect((2..<38).allSatisfy { row in after.row(row).suffix(77).allSatisfy { !$0.style.isReversed } })
    }
}
