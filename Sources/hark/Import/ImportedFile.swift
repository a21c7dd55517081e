import ArgumentParser
import Bytes
import Flow
import Formats
import Platform

/// A recording that is read flow by flow: by the entry when it is a large HAR or log, else whole.
struct ImportedFile {
    private let path: String

    init(_ path: String) {
        self.path = path
    }

    /// Hands out the flows in the order of the file, and says on standard error what is damaged. Fails with an exit
    /// code when there is none.
    func forEachFlow(_ body: (FlowRecord) throws -> Void) throws {
        if path != "-", let large = LargeRecording(path, nil) {
            var progress = ProgressBar("reading \(path)", of: large.count)
            defer { progress.end() }
            for place in 0..<large.count {
                progress.show(place)
                if let flow = large.flow(at: place) {
                    try body(flow)
                } else {
                    Diagnostics.say("\(path): entry \(place) cannot be read. It was left out.")
                }
            }
            return
        }
        guard let recording = RecordedFile(try InputFile(path).read(), now: WallTime.seconds) else {
            Diagnostics.say("\(path): this is no recording that is known here; 'hark help import' lists what is.")
            throw ExitCode(EX_DATAERR)
        }
        for damage in recording.damage.prefix(20) { Diagnostics.say("\(path): \(damage.text)") }
        if recording.damage.count > 20 {
            Diagnostics.say("\(path): \(recording.damage.count - 20) more places are damaged.")
        }
        guard !recording.flows.isEmpty else {
            Diagnostics.say("\(path): nothing in it could be read as an exchange.")
            throw ExitCode(EX_DATAERR)
        }
        for flow in recording.flows { try body(flow) }
    }
}
