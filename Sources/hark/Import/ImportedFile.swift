import ArgumentParser
import Bytes
import Flow
import Formats
import Platform

/// A recording that is read flow by flow: by the entry when it is a HAR or a log, else whole.
struct ImportedFile {
    private let path: String

    init(_ path: String) {
        self.path = path
    }

    /// Hands out the flows in the order of the file, then the connections of HTTP/2 that went with them, and says on
    /// standard error what is damaged. Fails with an exit code when there is no flow.
    func forEachFlow(
        _ body: (FlowRecord) throws -> Void, connections: (ConnectionRecord) -> Void = { _ in }
    ) throws {
        let file = InputFile(path)
        let bytes = try file.open()
        var isAnyRead = false
        if let recording = OpenedRecording(bytes, of: path) {
            var progress = ProgressBar("reading \(path)", of: recording.size)
            defer { progress.end() }
            do {
                try recording.forEachFlow { flow, entry in
                    progress.show(entry.range.lowerBound)
                    isAnyRead = true
                    try body(flow)
                    return true
                }
                recording.connectionsSeen.forEach(connections)
                Diagnostics.say(unused: recording.unused, of: path)
            } catch let code as ExitCode where !isAnyRead && code == ExitCode(EX_DATAERR) {
                throw nothing()
            }
        } else {
            guard let recording = RecordedFile(try file.whole(bytes), now: WallTime.seconds) else {
                Diagnostics.say(
                    "\(path.terminalEscaped): unknown file format ('hark help import' lists the supported ones)")
                throw ExitCode(EX_DATAERR)
            }
            Diagnostics.say(recording.damage, of: path)
            Diagnostics.say(unused: recording.unused, of: path)
            isAnyRead = !recording.flows.isEmpty
            for flow in recording.flows { try body(flow) }
        }
        if !isAnyRead { throw nothing() }
    }

    private func nothing() -> ExitCode {
        Diagnostics.say("\(path): no exchange could be read")
        return ExitCode(EX_DATAERR)
    }
}
