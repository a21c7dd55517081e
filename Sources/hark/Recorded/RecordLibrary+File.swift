import ArgumentParser
import Flow
import Formats
import Library
import Platform

extension RecordLibrary {
    /// Opens a file (`-`: standard input): a HAR, a log, and whatever else is read. What is damaged in it is told on
    /// standard error.
    static func open(_ path: String) throws -> sending RecordLibrary {
        let file = InputFile(path)
        let bytes = try file.open()
        if let recording = OpenedRecording(bytes, of: path) { return RecordLibrary(recording, reader: .standard) }
        guard let recording = RecordedFile(try file.whole(bytes), now: WallTime.seconds) else {
            Diagnostics.say(
                "\(path.terminalEscaped): unknown file format ('hark help import' lists the supported ones)")
            throw ExitCode(EX_DATAERR)
        }
        Diagnostics.say(recording.damage, of: path)
        if recording.flows.isEmpty {
            if recording.damage.isEmpty {
                Diagnostics.say("\(path.terminalEscaped): nothing in it could be read as an exchange.")
            }
            throw ExitCode(EX_DATAERR)
        }
        return RecordLibrary(recording.flows, reader: .standard)
    }
}

extension OpenedRecording: RecordedFlows {}
