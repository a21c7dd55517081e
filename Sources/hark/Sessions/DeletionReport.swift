import JSON
import Store

/// What became of a deletion, for a person on standard error, and for a script on standard output.
struct DeletionReport {
    let isJSON: Bool

    /// - Parameters:
    ///   - wanted: how many flows were to be deleted.
    ///   - undo: the end of the command that brings them back; nil when nothing does.
    func deleted(_ result: SessionEditor.Deletion, of wanted: Int, _ path: String, undo: String?) {
        let stayed = wanted - result.count
        if isJSON {
            Report.json { writer in
                writer.beginObject()
                writer.key("session")
                writer.string(path)
                writer.key("deleted")
                writer.integer(result.count)
                writer.key("stayed")
                writer.integer(stayed)
                writer.key("overwritten")
                writer.boolean(result.isOverwritten)
                writer.key("undo")
                writer.boolean(undo != nil)
                writer.endObject()
            }
        }
        var sentence = "deleted \(FlowTally.flows(result.count))"
        if stayed > 0 { sentence += "; \(FlowTally.flows(stayed)) had not ended and stayed" }
        if let undo { sentence += "; to bring back what was deleted: hark delete --undo\(undo)" }
        Diagnostics.say(sentence)
        guard !result.isOverwritten else { return }
        Diagnostics.say(
            "what was deleted is still in \(path)-wal, as another program reads the session; it goes with that.")
    }

    func restored(_ result: DeletedFlows.Return, _ path: String) {
        if isJSON {
            Report.json { writer in
                writer.beginObject()
                writer.key("session")
                writer.string(path)
                writer.key("restored")
                writer.integer(result.restored)
                writer.key("taken")
                writer.integer(result.taken)
                writer.endObject()
            }
        }
        var sentence = "brought \(FlowTally.flows(result.restored)) back to \(path)"
        if result.taken > 0 {
            sentence += "; \(FlowTally.flows(result.taken)) stayed away, as other flows have their numbers now"
        }
        Diagnostics.say(sentence)
    }
}
