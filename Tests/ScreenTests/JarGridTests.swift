import Bytes
import Flow
import Testing
import Views

@testable import Screen

/// Cookies by time.
@Suite struct JarGridTests {
    private static func flow(_ number: UInt64, sends: String? = nil, sets: [String] = []) -> FlowRecord {
        ScreenScene.flow(
            number, "GET http://shop.test/ HTTP/1.1\nHost: shop.test" + (sends.map { "\nCookie: \($0)" } ?? ""),
            "HTTP/1.1 200 OK\nContent-Length: 2" + sets.map { "\nSet-Cookie: \($0)" }.joined(),
            at: Int64(number) * 1_000)
    }

    private static func grid(_ flows: [FlowRecord]) -> JarGrid {
        var flows = flows
        for place in flows.indices { flows[place].index = place }
        return JarGrid(flows)
    }

    @Test func eachHappeningIsNamed() throws {
        let grid = Self.grid([
            Self.flow(1, sets: ["a=1", "b=1; Path=/far", "c=1; Secure", "d=1"]), Self.flow(2, sends: "a=1; d=1"),
            Self.flow(3, sends: "a=1; b=1", sets: ["a=2", "d=; Max-Age=0"]), Self.flow(4), Self.flow(5, sends: "a=2"),
        ])
        func cells(_ name: String) -> [UInt64: [JarGrid.Happening]]? {
            grid.cookies.first { $0.name == Bytes(name) }?.cells
        }
        #expect(cells("a") == [1: [.set], 2: [.sent], 3: [.sent, .replaced], 4: [.missing], 5: [.sent]])
        #expect(cells("b") == [1: [.set], 2: [.withheld], 3: [.wrong], 4: [.withheld], 5: [.withheld]])
        #expect(cells("c") == [1: [.refused]])
        #expect(cells("d")?[3]?.last == .removed)
        #expect(grid.exchanges == [1, 2, 3, 4, 5])
    }

    @Test func exchangesWithoutCookiesHaveNoColumn() {
        let grid = Self.grid([Self.flow(1), Self.flow(2, sets: ["a=1"]), Self.flow(3, sends: "a=1")])
        #expect(grid.exchanges == [2, 3])
        var page = PageWriter(style: .plain, width: 80)
        Self.grid([Self.flow(1)]).write(to: &page)
        #expect(page.take().isEmpty)
    }

    /// What the list does not show decides all the same, and has no column.
    @Test func whatIsNotShownDecides() throws {
        var before = Self.flow(1, sets: ["a=1"])
        before.index = -1
        var between = Self.flow(3, sets: ["a=; Max-Age=0", "b=1"])
        between.index = -2
        var shown = [Self.flow(2, sends: "a=1"), Self.flow(4, sends: "b=1; c=1", sets: ["b=2"])]
        for place in shown.indices { shown[place].index = place }
        let grid = JarGrid([before, shown[0], between, shown[1]])
        func cells(_ name: String) -> [UInt64: [JarGrid.Happening]]? {
            grid.cookies.first { $0.name == Bytes(name) }?.cells
        }
        #expect(grid.exchanges == [2, 4])
        #expect(cells("a") == [2: [.sent]])
        #expect(cells("b") == [4: [.sent, .replaced]])
        #expect(cells("c") != nil)
    }

    /// However many there are, lines stay within their width, and the newest are seen.
    @Test func theNewestHaveRoom() {
        let flows = [Self.flow(1, sets: ["a=1"])] + (2...100).map { Self.flow($0, sends: "a=1") }
        var page = PageWriter(style: .plain, width: 80)
        Self.grid(flows).write(to: &page)
        let lines = String(decoding: page.take(), as: UTF8.self).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(lines.contains { $0.contains("#100") } && !lines.contains { $0.contains("#2 ") })
        #expect(lines.contains { $0.contains("of 100 exchanges with cookies") })
    }

    @Test func aHostileNameIsShortAndHarmless() {
        let name = "x\u{1B}[31m" + String(repeating: "y", count: 300)
        var page = PageWriter(style: .plain, width: 80)
        Self.grid([Self.flow(1, sends: "\(name)=1")]).write(to: &page)
        let text = String(decoding: page.take(), as: UTF8.self)
        #expect(!text.contains("\u{1B}") && text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
}
