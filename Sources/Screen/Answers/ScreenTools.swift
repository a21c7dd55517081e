package import Bytes
package import Explain
package import Filter
package import Flow
package import Formats
package import Messages
package import Page
package import Workbench

/// What answers need and do not have themselves. A value.
package struct ScreenTools: Sendable {
    package var reader: FilterReader
    package var explaining: ExplainOptions
    package var multibyte: MultibyteCharset.Reader?
    /// By which messages of Protocol Buffers are read.
    package var schema: ProtoSchema?
    package var showsSecrets: Bool
    package var look: ScreenLook
    /// The moment, by which filters know what today is.
    package var clock: @Sendable () -> FilterClock
    /// Pages that commands print, too: figures, and how two flows differ.
    package var statistics: @Sendable (FlowStatistics, _ width: Int) -> [UInt8]
    package var comparison: @Sendable (FlowRecord, FlowRecord, _ width: Int) -> [UInt8]
    /// An exchange in a form for elsewhere.
    package var export: @Sendable (UInt64, ExportFormat) -> [UInt8]
    /// Hands a text to the clipboard, or writes a file; answers a sentence.
    package var deliver: @Sendable ([UInt8], ScreenDelivery) -> Result<String, ScreenProblem>
    /// Those of a running proxy; nil: none runs.
    package var rules: (any PageRules)?
    /// Reads a file that a rule names.
    package var ruleFile: @Sendable (_ path: String) -> Bytes? = { _ in nil }
    /// Nanoseconds of the steady clock, by which who is held waits.
    package var steady: @Sendable () -> UInt64 = { 0 }
    /// Begins another session of a proxy that runs; nil: recording has to go on where it is.
    package var recording: (any PageRecording)?
    /// Which session is shown: another one when this changes.
    package var place: @Sendable () -> String = { "" }
    /// Opens the web page; answers a sentence.
    package var openPage: @Sendable () -> Result<String, ScreenProblem>

    package init(
        reader: FilterReader = FilterReader(), explaining: ExplainOptions = ExplainOptions(),
        multibyte: MultibyteCharset.Reader? = nil, schema: ProtoSchema? = nil, showsSecrets: Bool = false,
        look: ScreenLook = ScreenLook(colours: .many, isUnicode: true),
        clock: @escaping @Sendable () -> FilterClock = { FilterClock(now: 0) }
    ) {
        self.reader = reader
        self.explaining = explaining
        self.multibyte = multibyte
        self.schema = schema
        self.showsSecrets = showsSecrets
        self.look = look
        self.clock = clock
        statistics = { _, _ in [] }
        comparison = { _, _, _ in [] }
        export = { _, _ in [] }
        deliver = { _, _ in .failure(ScreenProblem("Nothing can be saved here.")) }
        openPage = { .failure(ScreenProblem("The web page is not enabled.")) }
    }
}

/// Where a copy goes.
package enum ScreenDelivery: Sendable, Hashable {
    case clipboard(ScreenCopy)
    /// A new file for this flow.
    case file(UInt64, ExportFormat)
}

/// Why something could not be done: a sentence.
package struct ScreenProblem: Error, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }
}
