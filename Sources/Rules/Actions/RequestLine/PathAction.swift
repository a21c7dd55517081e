import Bytes
import Filter
import Flow

/// `set-path`.
struct PathAction: RuleAction {
    let path: Bytes

    static let entry = ActionEntry("set-path", "P", "changes the path, but not the query", mayBeRaw: true) {
        reader throws(FilterError) in
        let value = try reader.argument("a path")
        let path = Bytes(value.text)
        if reader.isRaw { return PathAction(path: path) }
        guard path.first == ASCII.slash else { throw FilterError(value.range, "a path must begin with /") }
        // RFC 3986 §2.1: what cannot stand there is written so.
        let escapes = path.indices.filter { path[$0] == ASCII.percent }
        if let bad = escapes.first(where: { !isEscape(path.slice($0..<path.count)) }) {
            throw FilterError(value.place(bad), "a percent sign must be followed by two hexadecimal digits")
        }
        let isBad = { (byte: UInt8) in
            byte != ASCII.percent && !OctetClass.pathOrQuery.contains(byte) || byte == ASCII.question
        }
        if let bad = path.firstIndex(where: isBad) {
            let found = ActionReader.describe(path[bad])
            throw FilterError(
                value.place(bad), "a path cannot contain \(found); write it as a percent sign and two digits")
        }
        return PathAction(path: path)
    }

    private static func isEscape(_ rest: Bytes) -> Bool {
        rest.count >= 3 && ASCII.hexValue(rest[1]) != nil && ASCII.hexValue(rest[2]) != nil
    }

    var clause: String { "changes the path to \(path.text)" }

    func change(_ work: inout RequestWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        work.hasPath && work.line.setPath(path, step.source) ? RuleAct.changedPath : nil
    }
}
