import Bytes
import Explain
import Filter
import Flow
import Formats
import HTTPSemantics
import Judge
import Messages
import Page
import Platform
import Screen
import Store
import Views
import Workbench

extension ScreenTools {
    /// With the checks, decoders, reports and exports of this program.
    static func standard(
        _ source: any PageSource, isLive: Bool, _ mail: ScreenMail, showsSecrets: Bool, look: ScreenLook,
        openPage: (@Sendable () -> String)?, rules: (any PageRules)?, recording: (any PageRecording)?
    ) -> ScreenTools {
        var tools = ScreenTools(
            reader: .standard, explaining: ExplainOptions(notes: Checks.notes, decode: PlainContent.decoded),
            multibyte: MultibyteCharset.bySystem, showsSecrets: showsSecrets, look: look,
            clock: { .here })
        let style = Style.ansi
        tools.statistics = { statistics, width in
            var statistics = statistics
            var out = LineBuffer(style: style)
            let rows = statistics.rows()
            StatsReport(statistics, width: width).groups(rows, limit: 500, to: &out)
            return out.bytes
        }
        tools.comparison = { one, other, width in
            let hidden = showsSecrets ? HiddenValues.none : HiddenValues(in: [one, other])
            var report = DiffReport(LineBuffer(style: style, hiding: hidden), width: width)
            report.heading("\(one.id.number)", one, "\(other.id.number)", other)
            report.write(FlowDiff(one, other))
            return report.out.bytes
        }
        tools.export = { number, format in
            let page = PageTools(version: Hark.version, instance: "", reader: .standard, spool: { SpoolFile.make() })
            var bytes: [UInt8] = []
            PageAPI.export([number], as: format, isExact: format.isExact, source, page) { piece in
                bytes += piece.array
                return true
            }
            return bytes
        }
        tools.deliver = { bytes, delivery in ScreenCopies.deliver(bytes, delivery, mail) }
        tools.rules = rules
        tools.recording = recording
        if isLive, source.path != nil { tools.place = { source.path ?? "" } }
        tools.ruleFile = { path in (try? RuleFiles.content(path, limit: 16 << 20)).flatMap { $0 } }
        tools.steady = { Clock.nanoseconds() }
        if let openPage { tools.openPage = { .success(openPage()) } }
        return tools
    }
}

/// Where copies of exchanges go.
private enum ScreenCopies {
    /// More than this terminals do not take.
    private static let clipboardLimit = 100_000

    static func deliver(
        _ bytes: [UInt8], _ delivery: ScreenDelivery, _ mail: ScreenMail
    ) -> Result<String, ScreenProblem> {
        guard !bytes.isEmpty else { return .failure(ScreenProblem("This flow has nothing to copy in that format.")) }
        switch delivery {
        case .clipboard(let form):
            guard bytes.count <= clipboardLimit else {
                return .failure(ScreenProblem("Too large for the clipboard; press o to save it as a file."))
            }
            // Terminals that let programs write the clipboard take this (OSC 52 of xterm's control sequences).
            mail.put(.clipboard(Array("\u{1B}]52;c;".utf8) + Base64.encode(Bytes(bytes)).utf8 + [7]))
            return .success("Copied as \(form.title), if the terminal allows clipboard access.")
        case .file(let number, let format): return save(bytes, "hark-\(number).\(format.fileExtension)")
        }
    }

    /// Never over a file that is there; for its owner alone.
    private static func save(_ bytes: [UInt8], _ name: String) -> Result<String, ScreenProblem> {
        let file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            let why = errno == EEXIST ? "it already exists" : String(cString: strerror(errno))
            return .failure(ScreenProblem("\(name) was not written: \(why)."))
        }
        defer { close(file) }
        let count = bytes.withUnsafeBytes { SystemCall.write(file, $0.baseAddress, $0.count) }
        guard count == bytes.count else {
            return .failure(ScreenProblem("\(name) was written only in part: \(String(cString: strerror(errno)))."))
        }
        return .success("Saved as \(name).")
    }
}
