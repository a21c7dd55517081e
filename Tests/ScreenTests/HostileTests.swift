import Bytes
import FilterTestKit
import Flow
import HTTPModel
import PageTestKit
import Testing

@testable import Screen

/// What comes from the wire drives no terminal, and takes no more room than it has.
@Suite struct HostileTests {
    static let texts = [
        "\u{1B}[31mred\u{1B}]0;title\u{7}", "\u{202E}evil\u{202C}", "\u{200B}\u{FEFF}zero", "a\u{9B}31mC1",
        "日本語のページ", "👩‍👩‍👧‍👦🎉", "e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}", "שלום עולם", "tab\there",
        "\u{7F}\u{8}\u{8}",
        "ที่นี่", "각", "%1b[0m", "…─│", String(repeating: "\u{301}", count: 200),
    ]

    private static func flow(_ text: String, _ number: UInt64 = 1) -> FlowRecord {
        ScreenScene.flow(
            number, "GET http://shop.test/x HTTP/1.1\nHost: shop.test\nX-Text: \(text)",
            "HTTP/1.1 200 OK\nContent-Type: text/plain; charset=utf-8\nX-Text: \(text)\nSet-Cookie: a=\(text)",
            content: text
        )
    }

    private func check(_ grid: Grid, _ what: String) {
        #expect(grid.cells.count == grid.size.rows * grid.size.columns)
        for row in 0..<grid.size.rows {
            let cells = Array(grid.row(row))
            for (column, cell) in cells.enumerated() {
                for scalar in cell.text.unicodeScalars {
                    let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                    #expect(!isControl, "\(what): \(scalar.value) in row \(row)")
                    #expect(
                        !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value),
                        "\(what)")
                }
                #expect(cell.text.unicodeScalars.count <= 5, "\(what)")
                // A wide sign has its second half behind it, and no half stands alone.
                if cell.width == 2 { #expect(column + 1 < cells.count && cells[column + 1].width == 0, "\(what)") }
                if cell.width == 0 { #expect(column > 0 && cells[column - 1].width == 2, "\(what)") }
            }
        }
    }

    @Test(arguments: texts)
    func noTextDrivesTheTerminal(text: String) throws {
        for (columns, rows) in [(80, 24), (140, 40)] {
            var play = try ScreenPlay([Self.flow(text)], columns: columns, rows: rows)
            for key in [
                "", "<enter>", "2", "e<right><right><right><down>", "<esc>3", "4", "5", "6", "7", "<esc><esc>c",
                "<esc>l", "<esc>p",
            ] {
                play.press(key)
                check(play.grid, "\(text.debugDescription) after \(key)")
            }
            play.press("<esc>/" + text.filter { $0 != "<" })
            check(play.grid, "\(text.debugDescription) as a filter")
        }
    }

    /// In every state, through every size and back: nothing is drawn beyond the edge, and there is a way out.
    @Test(arguments: [
        "", "g<enter>", "g<enter><enter>", "2", "ge<down><right>P", "/status = ", ":where", "?", "l", "c", "s", "y",
        "o",
        "p  ", "gmjm=",
    ])
    func everyStateOutlivesEverySize(keys: String) throws {
        var play = try ScreenPlay(ScreenScene.shop + [Self.flow("日本語 e\u{301} \u{202E}x", 5)])
        play.press(keys)
        for (columns, rows) in [
            (1, 1), (2, 1), (80, 1), (79, 24), (80, 24), (140, 24), (139, 60), (1_000, 500), (141, 25),
        ] {
            play.resize(columns: columns, rows: rows)
            check(play.grid, "\(keys) at \(columns) x \(rows)")
            play.press("<up>")
            play.press("<down>")
            check(play.grid, "\(keys) at \(columns) x \(rows)")
        }
        play.resize(columns: 80, rows: 24)
        check(play.grid, keys)
        for _ in 0..<6 where !play.model.hasEnded { play.press("<esc>") }
        play.press("q")
        #expect(play.model.hasEnded)
    }

    @Test func everyByteThatIsNoTextIsSafe() throws {
        var bytes: [UInt8] = []
        for byte in UInt8.min...UInt8.max where byte != 10 && byte != 13 && byte != 0 { bytes.append(byte) }
        let head = Bytes(Array("GET /".utf8) + bytes + Array(" HTTP/1.1\r\n".utf8))
        var record = FlowRecord(id: FlowID(1), run: RunID(1), openedAt: Instant(nanoseconds: 1))
        record.request.malformedHead = head
        record.toldURL = Bytes(Array("http://".utf8) + bytes)
        record.outcome = Outcome(.refused, by: .client, .malformedRequest)
        var play = try ScreenPlay([record])
        for key in ["", "<enter>", "2", "e<right><right>", "<esc>3", "5"] {
            play.press(key)
            check(play.grid, "all bytes after \(key)")
        }
    }

    @Test func aMegabyteInOneFieldIsShownPieceByPiece() throws {
        let text = String(repeating: "x", count: 1 << 20)
        var play = try ScreenPlay([Self.flow(text)])
        let clock = ContinuousClock()
        for key in ["<enter>", "2", "e<right><right>", "<esc>1", "5"] { play.press(key) }
        // What is drawn is the window, however much there is.
        let time = clock.measure { _ = play.grid }
        #expect(time < .milliseconds(500))
        check(play.grid, "a megabyte")
        #expect(play.orders.count < 20)
    }

    /// A wide sign that has no room is left out whole.
    @Test(arguments: 2...9)
    func wideSignsAreNotCutInHalf(limit: Int) {
        var text = CellText(ScreenLook(colours: .none, isUnicode: true))
        text.add("日本語日本", limit: limit)
        // A column that half a sign would take stays free.
        #expect((limit - 1...limit).contains(text.cells.count))
        #expect(text.cells.last?.text == "…" && text.cells.map(\.text).joined().count <= limit)
    }
}
