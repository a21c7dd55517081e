import ArgumentParser
import Authority
import Filter
import Flow
import Library
import Platform
import Store

/// Takes flows out of a session: says what and asks, keeps them for an undo, deletes. Made for one command.
struct FlowDeleting {
    private let asked: FlowArguments
    /// By name or path; nil for the newest.
    private let session: String?
    private let isForced: Bool
    private let isFinal: Bool

    init(_ asked: FlowArguments, _ session: String?, isForced: Bool, isFinal: Bool) {
        (self.asked, self.session, self.isForced, self.isFinal) = (asked, session, isForced, isFinal)
    }

    func perform(_ report: DeletionReport) throws {
        // Asked before the file is open here.
        let isRunning = try isRunning()
        let chosen = try asked.chosen(in: session)
        let path = try chosen.editablePath("deleted")
        let numbers = try chosen.numbers()
        if isRunning {
            Diagnostics.say("\(path) is in use by a running proxy; unfinished flows are kept")
        }
        try askForConsent(try tally(numbers, chosen.source), path)
        let kept = DeletedFlows(of: path)
        if isFinal { kept.forget() } else { try keep(numbers, chosen.source, kept) }
        chosen.close()
        let result = try SessionChoice.say { () throws(SessionError) in
            let editor = try SessionEditor(path)
            defer { editor.close() }
            return try editor.delete(numbers)
        }
        if result.count == 0 { kept.forget() }
        let option = session.map { " --session \(ShellText.quoted($0))" } ?? ""
        let undo = isFinal || result.count == 0 ? nil : "hark delete --undo\(option)"
        report.deleted(result, of: numbers.count, path, undo: undo, isRunning: isRunning)
    }

    private func isRunning() throws -> Bool {
        guard session != "-" else { return false }
        let path = try SessionChoice.path(of: session)
        return (try? SessionEntry(path: path))?.isRunning ?? false
    }

    private func tally(_ numbers: [UInt64], _ source: any FlowLibrary) throws -> FlowTally {
        var tally = FlowTally()
        for number in numbers {
            // Of the first ones it is said what they are.
            if tally.count < FlowTally.named, let subject = try source.flow(number) {
                tally.take(subject.record)
            } else {
                tally.take(number)
            }
        }
        return tally
    }

    private func askForConsent(_ tally: FlowTally, _ path: String) throws {
        let flows = FlowTally.flows(tally.count)
        let it = tally.count == 1 ? "it" : "them"
        try Consent.ask(
            isForced
                ? "deleting \(flows) from \(path): \(tally.list)"
                : "\(flows) would be deleted from \(path): \(tally.list).",
            isFinal ? "delete \(it)? This cannot be undone." : "delete \(it)?", isForced: isForced)
    }

    private func keep(_ numbers: [UInt64], _ source: any FlowLibrary, _ kept: DeletedFlows) throws {
        guard let stored = source as? SessionLibrary else { return }
        do throws(SessionError) {
            try kept.keep(numbers, from: stored.reader, run: SessionRun(), say: Diagnostics.say)
        } catch {
            Diagnostics.say(
                "nothing was deleted, because no copy for --undo could be written: \(error.text) --final deletes "
                    + "without a copy."
            )
            throw ExitCode(EX_CANTCREAT)
        }
    }

    /// Undoes the last deletion.
    static func bringBack(_ session: String?, _ report: DeletionReport) throws {
        let path = try SessionChoice.path(of: session)
        let result = try SessionChoice.say { () throws(SessionError) in
            try DeletedFlows(of: path).bringBack(run: SessionRun(), reader: .standard, say: Diagnostics.say)
        }
        guard let result else {
            Diagnostics.say("no deletion to undo in \(path)")
            throw UsageFailure.notFound
        }
        report.restored(result, path)
        if result.restored == 0 { throw UsageFailure.notFound }
    }
}
