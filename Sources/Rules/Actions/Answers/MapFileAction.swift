import Bytes
import Filter
import Flow
import HTTPSemantics

/// `map-file`: a file, or what a folder has for the path.
struct MapFileAction: RuleAction {
    let path: String

    static let entry = ActionEntry("map-file", "PATH", "answers with a file, or from a folder") {
        reader throws(FilterError) in MapFileAction(path: try reader.path())
    }

    var clause: String { "answers with \(path)\(path.hasSuffix("/") ? ", a folder" : "")" }
    var sparesServer: Bool { true }
    var namesFile: Bool { true }

    func ending(_ values: RuleValues, of ready: RuleBook.Ready, _ run: RuleRun) -> (RuleEnding, String)? {
        (.file(path: ready.rule.place.path(path), rest: rest(values, ready)), "Answered from \(path).")
    }

    /// What of the request follows the folder: what the last wildcard of the filter matched, else the path.
    private func rest(_ values: RuleValues, _ ready: RuleBook.Ready) -> Bytes {
        for (isPath, glob) in ready.globs.reversed() {
            guard let part = glob.lastWildcard(in: isPath ? values.path : values.url.raw) else { continue }
            return part.slice(0..<(part.firstIndex(of: ASCII.question) ?? part.count))
        }
        return values.path
    }
}
