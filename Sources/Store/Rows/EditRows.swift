import Bytes
import Flow
import HTTPModel

/// What Hark changed of a head: rows of `edit`, a list each. Most flows share theirs with many others.
enum EditRows {
    private static let insert =
        "INSERT INTO edit(list, number, action, line, bytes, spec, reason) VALUES(?,?,?,?,?,?,?)"

    private enum Action: String {
        case startLine, remove, replace, add, head
    }

    static func write(_ edits: [Change], as list: Int64, to database: Database) throws {
        let row = try Prepared(database, insert)
        for (number, edit) in edits.enumerated() {
            row.bind(0, list)
            row.bind(1, Int64(number))
            let (action, line, bytes) = columns(edit.action)
            row.bind(2, action.rawValue)
            row.bind(3, line.map { Int64($0) })
            row.bind(4, bytes)
            let (spec, text) = columns(edit.reason)
            row.bind(5, spec)
            row.bind(6, text)
            try row.run()
        }
    }

    static func read(_ list: Int64, _ database: Database) throws -> [Change] {
        var edits: [Change] = []
        let rows = try Prepared(
            database, "SELECT action, line, bytes, spec, reason FROM edit WHERE list = ? ORDER BY number")
        rows.bind(0, list)
        try rows.forEachRow { row in
            guard let action = row.text(0).flatMap(Action.init(rawValue:)), let text = row.text(4) else { return true }
            let line = row.position(1) ?? 0
            let bytes = row.bytes(2) ?? Bytes()
            let made: HeadAction =
                switch action {
                case .startLine: .replaceStartLine(bytes)
                case .remove: .remove(line: line)
                case .replace: .replace(line: line, with: bytes)
                case .add: .add(bytes)
                case .head: .replaceHead(bytes)
                }
            edits.append(Change(made, reason(spec: row.text(3), text: text)))
            return true
        }
        return edits
    }

    private static func columns(_ action: HeadAction) -> (Action, line: Int?, Bytes?) {
        switch action {
        case .replaceStartLine(let bytes): (.startLine, nil, bytes)
        case .remove(let line): (.remove, line, nil)
        case .replace(let line, let bytes): (.replace, line, bytes)
        case .add(let bytes): (.add, nil, bytes)
        case .replaceHead(let bytes): (.head, nil, bytes)
        }
    }

    /// A rule of the user's has no section that asks for it.
    static func columns(_ reason: Change.Reason) -> (spec: String?, text: String?) {
        switch reason {
        case .owed(let spec, let text): (spec.description, text.description)
        case .rule(let flag), .raw(let flag): (nil, flag)
        }
    }

    static func reason(spec: String?, text: String) -> Change.Reason {
        guard let spec else { return .rule(text) }
        return .owed(spec: StaticText(recorded: spec), text: StaticText(recorded: text))
    }
}
