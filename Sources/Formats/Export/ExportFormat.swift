package import Bytes

/// The forms that flows are handed on in.
package enum ExportFormat: String, Sendable, CaseIterable {
    case har, log, curl, httpie, python, javascript, swift, go, raw, pcap, markdown, html, csv, openapi, k6, postman

    /// What is sent again, or is read by Hark again, has to be what it was; what goes to other people is without
    /// secrets. Either may be asked for otherwise.
    package var isExact: Bool {
        switch self {
        case .log, .curl, .httpie, .python, .javascript, .swift, .go, .raw, .k6: true
        case .har, .pcap, .markdown, .html, .csv, .openapi, .postman: false
        }
    }

    /// Is not text, so that a terminal is no place for it.
    package var isBinary: Bool {
        switch self {
        case .raw, .pcap: true
        case .har, .log, .curl, .httpie, .python, .javascript, .swift, .go, .markdown, .html, .csv, .openapi, .k6,
            .postman:
            false
        }
    }

    /// Shows contents to people, as text where they are one in any charset.
    package var isDocument: Bool { self == .markdown || self == .html }

    /// Of the names of its files.
    package var fileExtension: String {
        switch self {
        case .har: "har"
        case .log: "jsonl"
        case .curl, .httpie: "sh"
        case .python: "py"
        case .javascript: "js"
        case .swift: "swift"
        case .go: "go"
        case .raw: "http"
        case .pcap: "pcapng"
        case .markdown: "md"
        case .html: "html"
        case .csv: "csv"
        case .openapi, .postman: "json"
        case .k6: "js"
        }
    }

    /// A writer of this form.
    ///
    /// - Parameters:
    ///   - version: Hark's.
    ///   - spool: makes a place outside of memory for one entry that is large.
    ///   - segments: the segments of a path, with names in braces for what varies in them; nil: nothing does.
    package func exporter(
        version: String, spool: @escaping () -> (any JSONSpool)?, segments: ((Bytes) -> [Bytes])? = nil
    ) -> any FlowExporter {
        switch self {
        case .har: HARExport(version: version, spool: spool)
        case .log: LogExport(spool: spool)
        case .curl: CurlExport()
        case .httpie: HTTPieExport()
        case .python: PythonExport()
        case .javascript: JavaScriptExport()
        case .swift: SwiftExport()
        case .go: GoExport()
        case .raw: RawExport()
        case .pcap: PacketExport()
        case .markdown: MarkdownExport()
        case .html: HTMLExport()
        case .csv: CSVExport()
        case .openapi: OpenAPIExport(segments: segments ?? PathTemplate.split)
        case .k6: K6Export()
        case .postman: PostmanExport()
        }
    }
}
