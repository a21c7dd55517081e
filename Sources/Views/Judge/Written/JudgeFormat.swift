package import Bytes

/// The forms that a report is written in.
package enum JudgeFormat: String, Sendable, CaseIterable {
    case text, json, sarif, junit, github, markdown, html

    /// The report; nil for text, which is laid out for a terminal.
    ///
    /// - Parameter version: of Hark.
    package func written(_ result: JudgeResult, version: String) -> Bytes? {
        switch self {
        case .text: nil
        case .json: JSONReport.written(result)
        case .sarif: SARIFReport(result, version: version).written()
        case .junit: JUnitReport.written(result)
        case .github: Bytes(GitHubReport.written(result))
        case .markdown: Bytes(MarkdownReport.written(result))
        case .html: Bytes(HTMLReport.written(result))
        }
    }
}
