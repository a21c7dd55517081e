import Bytes
import Filter
import FilterTestKit
import Flow
import Formats
import Page
import PageTestKit
import Testing
import Workbench

@testable import Screen

/// What stands before the list: help, commands, pages, copies, the projector.
@Suite struct FrontTests {
    /// No key of the map is dead: each changes the screen, asks for something, or says why not.
    @Test(arguments: KeyMap.entries.flatMap(\.keys))
    func everyKeyDoesSomething(name: String) throws {
        let key: ScreenKey? =
            switch name {
            case "ArrowDown": .down
            case "ArrowUp": .up
            case "ArrowLeft": .left
            case "ArrowRight": .right
            case "PageDown": .pageDown
            case "PageUp": .pageUp
            case "Home": .home
            case "End": .end
            case "Enter": .enter
            case "Escape": .escape
            default: name.unicodeScalars.first.map { .character($0) }
            }
        var flows = ScreenScene.shop
        for number in 5...60 { flows.append(ScreenScene.flow(UInt64(number), at: Int64(number) * 10)) }
        let situations = [
            "g<enter>jj", "gjjj", "gjj<enter>e<down><right>", "GGp.", "g<enter>2", "/status = 200<enter>g",
        ]
        let changed = try situations.contains { keys in
            var play = try ScreenPlay(flows)
            play.press(keys)
            let (before, count, isFollowing) = (play.grid, play.orders.count, play.model.isFollowing)
            var model = play.model
            model.press(try #require(key))
            let orders = model.takeOrders()
            return model.draw() != before || !orders.isEmpty || play.orders.count != count
                || model.isFollowing != isFollowing
        }
        #expect(changed, "\(name) does nothing")
    }

    @Test func oneKeyLeavesTunnelsOutAndTakesThatBack() throws {
        var play = try ScreenPlay(
            ScreenScene.shop + [
                ScreenScene.flow(9, "CONNECT shop.test:443 HTTP/1.1\nHost: shop.test:443", "HTTP/1.1 200 OK", at: 300)
            ])
        #expect(play.row("9 CONNECT") != nil)
        play.press("T")
        #expect(play.row("9 CONNECT") == nil && play.row("/cart") != nil && play.model.filterText.hasPrefix("not ("))
        play.press("T")
        #expect(play.row("9 CONNECT") != nil && play.model.filterText.isEmpty)
        play.press("/method = POST or method = CONNECT<enter>T")
        #expect(play.row("/cart") != nil && play.row("/old") == nil)
        let folded = "(method = POST or method = CONNECT) and not (method = CONNECT and outcome = complete)"
        #expect(play.model.filterText == folded)
        play.press("T")
        #expect(play.model.filterText == "method = POST or method = CONNECT")
    }

    @Test func helpHasEveryCommand() throws {
        var play = try ScreenPlay(ScreenScene.shop, columns: 140, rows: 80)
        play.press("?")
        for entry in KeyMap.entries { #expect(play.text.contains(entry.words), "\(entry.words)") }
        #expect(play.text.contains("open the web page") && play.text.contains("quit"))
        play.press("<esc>")
        #expect(play.line(1) != nil)
    }

    @Test func commandsAreFoundByTheirWords() throws {
        var play = try ScreenPlay(ScreenScene.shop)
        play.press("g:timing")
        #expect(play.row("timing") != nil && play.row("what Hark changed") == nil)
        play.press("<enter>")
        #expect(play.model.exchange?.tab == .timing)
    }

    @Test func pagesTellOfSeveral() throws {
        var play = try ScreenPlay(ScreenScene.shop, columns: 100, rows: 40)
        play.press("l")
        #expect(play.row("Connections") == 1 && play.row("From clients") != nil)
        play.press("<esc>c")
        #expect(play.row("Cookies") == 1)
        play.press("<esc>q")
        #expect(play.model.hasEnded)
    }

    @Test func lanesNameWhatTheyCarried() throws {
        var flows = ScreenScene.shop
        for place in flows.indices {
            flows[place].opening = FlowEvent.Opening(
                wallClock: MadeFlow.noon + Int64(place) * 50_000, client: "127.0.0.1:5000",
                clientConnection: place < 3 ? 7 : 8)
        }
        var play = try ScreenPlay(flows, columns: 100, rows: 40)
        play.press("l")
        #expect(play.row("#1 #2 #3") != nil && play.row("        #4") != nil)
        // A table: when each began, and how long it was in use.
        #expect(play.row("  #    start       in use      address") != nil, "\(play.text)")
        #expect(play.row("  7    0") != nil && play.row("  8    0") == nil, "\(play.text)")
    }

    /// However long nothing happened, what did happen is seen.
    @Test func aPauseDoesNotSqueezeConnections() throws {
        var flows = [ScreenScene.flow(1), ScreenScene.flow(2, at: 3_600_000)]
        for place in flows.indices {
            flows[place].opening = FlowEvent.Opening(
                wallClock: MadeFlow.noon + Int64(place) * 3_600_000_000, client: "127.0.0.1:5000",
                clientConnection: UInt64(place + 1))
        }
        var play = try ScreenPlay(flows, columns: 100, rows: 40)
        play.press("l")
        #expect(play.row("Idle time is shortened: ┊") != nil, "\(play.text)")
        #expect(play.lines.contains { $0.contains("  2    1 h  ") && $0.contains("  50.0 ms") }, "\(play.text)")
        let bars = play.lines.map { $0.count { $0 == "█" } }.filter { $0 > 0 }
        #expect(bars.count == 2 && bars.allSatisfy { $0 > 15 }, "\(play.text)")
        // Without a pause nothing is said of one.
        var close = try ScreenPlay([ScreenScene.flow(1), ScreenScene.flow(2, at: 20)], columns: 100, rows: 40)
        close.press("l")
        #expect(close.row("Idle time") == nil)
    }

    @Test func whyThereIsNoConnectionIsTrue() throws {
        var empty = try ScreenPlay([], columns: 100, rows: 40)
        empty.press("l")
        #expect(empty.row("There are no exchanges.") != nil && empty.row("recording does not say") == nil)
        var imported = ScreenScene.shop
        func carry(_ connection: UInt64?) {
            for place in imported.indices {
                imported[place].upstream = nil
                imported[place].opening = FlowEvent.Opening(wallClock: MadeFlow.noon, clientConnection: connection)
            }
        }
        carry(nil)
        var play = try ScreenPlay(imported, columns: 100, rows: 40)
        play.press("l")
        #expect(play.row("The recording does not say which connection was used.") != nil, "\(play.text)")
        carry(3)
        var answered = try ScreenPlay(imported, columns: 100, rows: 40)
        answered.press("l")
        #expect(answered.row("  None.") != nil && answered.row("recording does not say") == nil, "\(answered.text)")
    }

    @Test func whatIsOpenHasNoDurationYet() throws {
        var flows = ScreenScene.shop
        (flows[0].outcome, flows[0].run) = (nil, RunID(7))
        let play = try ScreenPlay(flows, columns: 120, rows: 40)
        let isOpen = flows.indices.map { play.line($0 + 1)?.contains(" open ") == true }
        #expect(isOpen == flows.indices.map { $0 == 0 }, "\(play.text)")
    }

    @Test func anotherSessionIsShownFromItsBeginning() throws {
        var play = try ScreenPlay(ScreenScene.shop, columns: 100, rows: 40)
        play.press("gm<enter>")
        #expect(play.model.exchange != nil && play.model.marked.count == 1)
        var model = play.model
        model.take(
            .began(PageSession(kind: .live, name: "second", start: 5, flowCount: 0, canEdit: true, canResend: true)))
        #expect(model.exchange == nil && model.marked.isEmpty && model.rows.isEmpty && model.selected == nil)
        #expect(model.flowCount == 0 && model.isFollowing && model.session.name == "second")
        #expect(model.notice?.text == "A new session began: second.")
        let isListed = model.takeOrders().contains { if case .find = $0 { true } else { false } }
        #expect(isListed)
        // What is told late of the one before is not in it.
        model.take(.found(model.viewNumber - 1, [1, 2, 3], FilterClock(now: 0), total: 3))
        #expect(model.view.numbers.isEmpty)
        // Only where a proxy records one can be begun.
        play.press("<esc>:begin a new<enter>")
        #expect(play.model.notice?.text.hasPrefix("Only a running proxy") == true, "\(play.text)")
        play.press("?")
        #expect(play.row("begin a new session") == nil)
    }

    /// What a page tells of is said where it is not everything.
    @Test func pagesSayOfWhatTheyTell() throws {
        let flows = (1...500).map { ScreenScene.flow(UInt64($0), at: Int64($0)) }
        var play = try ScreenPlay(flows)
        play.press("gl")
        #expect(play.lines[1].hasSuffix("exchanges 1 to 400"))
        play.press("<esc>/id > 490<enter>l")
        #expect(!play.lines[1].contains("exchanges"))
    }

    @Test func twoThatAreMarkedAreCompared() throws {
        var tools = ScreenTools()
        tools.comparison = { one, other, _ in Array("between \(one.id.number) and \(other.id.number)\n".utf8) }
        var play = try ScreenPlay(MemorySource(ScreenScene.shop), tools: tools)
        play.press("gm=")
        #expect(play.lines[23].contains("1 marked"))
        play.press("jjm")
        #expect(play.line(1)?.hasPrefix("●") == true || play.lines[2].hasPrefix("●"))
        play.press("=")
        #expect(play.row("between 1 and 3") != nil)
        play.press("<esc>M")
        #expect(play.lines[0].contains("2 shown"))
        play.press("M")
        #expect(!play.lines[0].contains("shown"))
    }

    @Test func copiesGoWhereTheyAreSent() throws {
        var tools = ScreenTools()
        tools.export = { number, format in Array("\(format.rawValue) of \(number)".utf8) }
        tools.deliver = { bytes, delivery in .success("\(String(decoding: bytes, as: UTF8.self)) to \(delivery)") }
        var play = try ScreenPlay(MemorySource(ScreenScene.shop), tools: tools)
        play.press("gjjy")
        #expect(play.row("Copy as") != nil && play.row("curl") != nil)
        play.press("<enter>")
        #expect(play.lines[23].contains("http://shop.test/new to"))
        play.press("y<down><enter>")
        #expect(play.lines[23].contains("curl of 3 to"))
        play.press("o<esc>")
        #expect(play.line(1) != nil)
    }

    @Test func aRequestIsSentAgain() throws {
        let source = MemorySource(ScreenScene.shop)
        var play = try ScreenPlay(source)
        play.press("gx")
        #expect(source.with { $0.sent.count } == 1)
        #expect(play.lines[23].contains("Sent again, as #99."))
    }

    @Test func theProjectorGoesStepByStep() throws {
        var play = try ScreenPlay(ScreenScene.shop)
        play.press("gjjp")
        let one = play.lines[1..<23].filter { !$0.isEmpty }.count
        play.press(" ")
        let two = play.lines[1..<23].filter { !$0.isEmpty }.count
        #expect(one >= 1 && two > one)
        play.press(",")
        #expect(play.lines[1..<23].filter { !$0.isEmpty }.count == one)
        play.press("p")
        #expect(play.line(1) != nil)
    }

    @Test func theWebPageIsOpenedWhereThereIsOne() throws {
        var play = try ScreenPlay(ScreenScene.shop)
        play.press("w")
        #expect(play.lines[23].contains("The web page is not enabled"))
    }
}
