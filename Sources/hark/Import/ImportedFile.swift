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
            var told = 0
            var isAnyRead = false
            for place in 0..<large.count {
                progress.show(place)
                let flow = large.flow(at: place) { sentence in
                    if told < Self.toldLimit { Diagnostics.say("\(path): \(sentence)") }
                    told += 1
                }
                guard let flow else { continue }
                isAnyRead = true
                try body(flow)
            }
            if told > Self.toldLimit { Diagnostics.say("\(path): \(told - Self.toldLimit) more places are damaged.") }
            if let damage = large.damage { Diagnostics.say("\(path): \(damage)") }
            if !isAnyRead { throw nothing() }
            return
        }
        guard let recording = RecordedFile(try InputFile(path).read(), now: WallTime.seconds) else {
            Diagnostics.say("\(path): this is no recording that is known here; 'hark help import' lists what is.")
            throw ExitCode(EX_DATAERR)
        }
        for damage in recording.damage.prefix(Self.toldLimit) { Diagnostics.say("\(path): \(damage.text)") }
        if recording.damage.count > Self.toldLimit {
            Diagnostics.say("\(path): \(recording.damage.count - Self.toldLimit) more places are damaged.")
        }
        guard !recording.flows.isEmpty else { throw nothing() }
        for flow in recording.flows { try body(flow) }
    }

    /// Places that are told one by one.
    private static let toldLimit = 20

    private func nothing() -> ExitCode {
        Diagnostics.say("\(path): nothing in it could be read as an exchange.")
        return ExitCode(EX_DATAERR)
    }
}
