import Bytes
import Filter
import Page
import Rules

// What `hark mcp` asks a running proxy, in lines as `hark held` does.
extension RuleWatch {
    /// `rules`, `set-rules REVISION BASE64`; nil for any other question.
    func answer(_ question: String) -> String? {
        let words = question.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        switch words.first {
        case "rules": return "ok\n" + object(state())
        case "set-rules":
            guard words.count == 3, let revision = UInt64(words[1]), let text = Base64.decode(Bytes(words[2])),
                let rules = String(validating: text, as: UTF8.self)
            else { return "no such rules\n" }
            do throws(PageError) {
                return "ok\n" + object(try change(.text(source: PageRuleSource.page, rules), at: revision))
            } catch {
                return "no \(error.text.replacing("\n", with: " "))\n"
            }
        default: return nil
        }
    }

    private func object(_ state: PageRuleState) -> String {
        var json = JSONWriter()
        json.beginObject()
        json.member("revision", state.revision)
        json.key("text")
        let lines = state.rules.map { rule in
            let off = state.off.contains(rule.name) ? "off, " : ""
            return "\(rule.name) (\(rule.place.file.split(separator: "/").last ?? ""), \(off)acted on "
                + "\(state.hits[rule.name] ?? 0)): \(rule.steps.map(\.text).joined(separator: "; "))"
        }
        json.string(lines.joined(separator: "\n"))
        json.endObject()
        return json.withBytes { String(decoding: $0, as: UTF8.self) }
    }
}
