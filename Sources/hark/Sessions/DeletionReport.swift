import Bytes
import Store

/// What became of a deletion, for a person on standard error, and for a script on standard output.
struct DeletionReport {
    let isJSON: Bool

    /// - Parameters:
    ///   - wanted: how many flows were to be deleted.
    ///   - undo: the command that brings them back; nil when nothing does.
    ///   - isRunning: a proxy writes the session, beside which nothing can be brought back.
    func deleted(_ result: SessionEditor.Deletion, of wanted: Int, _ path: String, undo: String?, isRunning: Bool) {
        let stayed = wanted - result.count
        if isJSON {
            Report.json { writer in
                writer.beginObject()
                writer.member("session", path)
                writer.member("deleted", result.count)
                writer.member("stayed", stayed)
                writer.member("overwritten", result.isOverwritten)
                writer.member("undo", undo != nil)
                writer.endObject()
            }
        }
        var sentence = "deleted \(FlowTally.flows(result.count))"
        if stayed > 0 { sentence += "; \(FlowTally.flows(stayed)) are unfinished and were kept" }
        if let undo {
            sentence += isRunning ? "; once the proxy has stopped, undo with: \(undo)" : "; undo with: \(undo)"
        }
        Diagnostics.say(sentence)
        guard !result.isOverwritten else { return }
        Diagnostics.say(
            "deleted data remains in \(path)-wal until the other program that reads the session closes it")
    }

    /// From a fleet's database, of which nothing is overwritten.
    func deleted(_ count: Int, of wanted: Int, from place: String) {
        if isJSON {
            Report.json { writer in
                writer.beginObject()
                writer.member("session", place)
                writer.member("deleted", count)
                writer.member("stayed", 0)
                writer.member("overwritten", false)
                writer.member("undo", false)
                writer.endObject()
            }
        }
        let others = wanted > count ? "; \(FlowTally.flows(wanted - count)) had been deleted before" : ""
        Diagnostics.say("deleted \(FlowTally.flows(count)) from \(place.terminalEscaped)\(others)")
    }

    func restored(_ result: DeletedFlows.Return, _ path: String) {
        if isJSON {
            Report.json { writer in
                writer.beginObject()
                writer.member("session", path)
                writer.member("restored", result.restored)
                writer.member("taken", result.taken)
                writer.endObject()
            }
        }
        var sentence = "restored \(FlowTally.flows(result.restored)) to \(path)"
        if result.taken > 0 {
            sentence += "; \(FlowTally.flows(result.taken)) not restored, because newer flows have these numbers"
        }
        Diagnostics.say(sentence)
    }
}
