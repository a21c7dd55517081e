import Bytes
import Filter
import Flow
import HTTPModel

/// `set-json-request` and `set-json-response`: a value in JSON.
struct SetJSONAction: RuleAction {
    let kind: MessageKind
    let path: ValuePath
    let value: Bytes

    static let entries = MessageKind.allCases.map { kind in
        let word = RuleWords.name(kind)
        return ActionEntry("set-json-\(word)", "$.path VALUE", "sets a value in the \(word)'s JSON") {
            reader throws(FilterError) in
            let value = try reader.argument("a path, such as $.items[0].price,")
            let path: ValuePath
            do throws(ValuePath.Fault) {
                path = try ValuePath(value.text)
            } catch {
                throw FilterError(value.place(error.offset), error.message)
            }
            return SetJSONAction(kind: kind, path: path, value: Bytes(try reader.json().text))
        }
    }

    var clause: String { "sets \(path.text) of the \(RuleWords.name(kind))'s JSON to \(value.text)" }
    var stage: RuleStage { kind == .request ? .requestBody : .responseBody }
    var bodyKind: MessageKind? { kind }

    func change(
        _ work: inout BodyWork, of ready: RuleBook.Ready, _ run: RuleRun, _ files: (_ path: String) -> Bytes?
    ) throws(BodyWork.Hindrance) -> String? {
        switch JSONEdit.set(path, to: value, in: try work.decoded()) {
        case .none: return nil
        case .failure(let reason): throw BodyWork.Hindrance(reason: reason)
        case .changed(let text):
            work.put(text, ready.rule.source)
            return "Set \(path.text)."
        }
    }
}
