import Filter
import Flow
import Page
import PageTestKit
import Synchronization
import Workbench

@testable import Screen

/// A playbook: keys and happenings go in, the screen is looked at. Orders are answered at once, from flows in memory.
struct ScreenPlay {
    private(set) var model: ScreenModel
    private var library: ScreenLibrary
    /// Orders that were given, by their kind.
    private(set) var orders: [ScreenOrder] = []

    init(
        _ source: any PageSource, columns: Int = 80, rows: Int = 24, colours: ScreenLook.Colours = .many,
        isUnicode: Bool = true, tools: ScreenTools = ScreenTools()
    ) throws {
        let look = ScreenLook(colours: colours, isUnicode: isUnicode)
        var tools = tools
        tools.look = look
        library = ScreenLibrary(source, live: nil, tools)
        model = ScreenModel(
            try source.session(), size: ScreenSize(columns: columns, rows: rows),
            look: look, reader: tools.reader)
        settle()
    }

    init(_ flows: [FlowRecord], columns: Int = 80, rows: Int = 24) throws {
        try self.init(MemorySource(flows), columns: columns, rows: rows)
    }

    /// Keys by their characters; those without one by their names in angle brackets: `j<enter>e<right>`.
    mutating func press(_ keys: String) {
        var rest = keys[...]
        while let first = rest.first {
            if first == "<", let end = rest.firstIndex(of: ">"),
                let key = Self.named[String(rest[rest.index(after: rest.startIndex)..<end])]
            {
                model.press(key)
                rest = rest[rest.index(after: end)...]
            } else {
                for scalar in first.unicodeScalars { model.press(.character(scalar)) }
                rest = rest.dropFirst()
            }
            settle()
        }
    }

    private static let named: [String: ScreenKey] = [
        "up": .up, "down": .down, "left": .left, "right": .right, "pageUp": .pageUp, "pageDown": .pageDown,
        "home": .home, "end": .end, "enter": .enter, "esc": .escape, "tab": .tab, "backTab": .backTab,
        "backspace": .backspace, "delete": .delete,
    ]

    mutating func tick(_ tick: PageTick) {
        model.tick(tick)
        settle()
    }

    mutating func takeMissed(_ numbers: [UInt64]) {
        model.takeMissed(numbers)
        settle()
    }

    mutating func resize(columns: Int, rows: Int) {
        model.resize(to: ScreenSize(columns: columns, rows: rows))
        settle()
    }

    mutating func point(_ pointer: ScreenPointer) {
        model.point(pointer)
        settle()
    }

    mutating func take(edited request: ReplayedRequest) {
        model.take(edited: request)
        settle()
    }

    mutating func take(_ answer: ScreenAnswer) {
        model.take(answer)
        settle()
    }

    private mutating func settle() {
        // Answers may make orders; they come to an end.
        for _ in 0..<20 {
            let given = model.takeOrders()
            guard !given.isEmpty else { return }
            orders += given
            let answers = Answers()
            for order in given { library.answer(order) { answer in answers.all.withLock { $0.append(answer) } } }
            for answer in answers.all.withLock({ $0 }) { model.take(answer) }
        }
    }

    private final class Answers: Sendable {
        let all = Mutex<[ScreenAnswer]>([])
    }

    var grid: Grid {
        var model = model
        return model.draw()
    }

    /// The rows of the screen as text.
    var lines: [String] { (0..<grid.size.rows).map { grid.text($0) } }
    var text: String { lines.joined(separator: "\n") }

    /// The row in which a text stands; nil where there is none.
    func row(_ text: String) -> Int? { lines.firstIndex { $0.contains(text) } }

    /// The line of the list for a flow.
    func line(_ number: Int) -> String? {
        lines.dropFirst(2).first { $0.drop { $0 == " " || $0 == "▸" || $0 == ">" }.hasPrefix("\(number) ") }
    }
}
