package import Bytes
import Filter
package import Formats
import HTTPModel
import Workbench

// Flows in forms for elsewhere.
extension PageAPI {
    /// Flows are taken so many at a time.
    private static let exportPage = 200

    mutating func export(_ call: PageCall) throws(PageError) -> PageStep {
        let name = call.request.parameter("format") ?? ""
        guard let format = ExportFormat(rawValue: name) else {
            let names = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw .request("'format' must be one of \(names).")
        }
        let numbers: [UInt64]
        if let text = call.request.parameter("view") {
            guard let view = Int(text).flatMap({ views.get($0) }) else { throw .noView }
            numbers = view.numbers.map { UInt64($0) }
        } else {
            numbers = try call.request.numbers("ids", atMost: 500)
        }
        let isExact =
            switch call.request.parameter("secrets") {
            case "1": true
            case "0": false
            default: format.isExact
            }
        let (source, tools) = (source, tools)
        let file = "flows.\(format.fileExtension)"
        let type = format.isBinary ? "application/octet-stream" : "text/plain; charset=utf-8"
        return .answer(
            PageAnswer(
                200, PageAnswer.attachment(type, file),
                .pieces { take in
                    Self.export(numbers, as: format, isExact: isExact, source, tools, take)
                }))
    }

    /// More exchanges than these are no moment.
    private static let mostShared = 20

    /// A few exchanges as one page to share.
    func moment(_ call: PageCall) throws(PageError) -> PageStep {
        let numbers = try call.request.numbers("ids", atMost: Self.mostShared)
        let (source, options) = (source, tools.explaining)
        return .answering { () throws(PageError) in
            var page = MomentPage(redactor: Redactor(key: Self.randomKey()), options: options)
            var count = 0
            try source.subjects(numbers, hasContent: true) { subject in
                page.add(subject.record, comment: subject.context.comment)
                count += 1
                return true
            }
            guard count == numbers.count else { throw PageError(404, .flow, "Some of these flows do not exist.") }
            let fields = PageAnswer.attachment("text/html; charset=utf-8", "moment.html")
            return PageAnswer(200, fields, .bytes(page.finished()))
        }
    }

    /// Random bytes that end with the export.
    private static func randomKey() -> Bytes {
        var generator = SystemRandomNumberGenerator()
        return Bytes((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    /// Flows in a form for elsewhere, piece by piece; without what proves who one is unless the form is exact.
    package static func export(
        _ numbers: [UInt64], as format: ExportFormat, isExact: Bool, _ source: any PageSource, _ tools: PageTools,
        _ take: (Bytes) -> Bool
    ) {
        withoutActuallyEscaping(take) { take in
            let redactor = isExact ? nil : Redactor(key: randomKey())
            let output = ExportOutput { take(Bytes(Array($0))) }
            var exporter = format.exporter(version: tools.version, spool: tools.spool) { path in
                PathTemplates.segments(of: path).map { $0.hasOpening("%5Bsecret") ? "{id}" : $0 }
            }
            exporter.begin(output)
            var place = 0
            while place < numbers.count, !output.hasFailed {
                let page = Array(numbers[place..<min(place + exportPage, numbers.count)])
                place += page.count
                // A file that breaks off half way ends the export as it is: nobody is told by a status any more.
                try? source.subjects(page, hasContent: true) { subject in
                    guard exporter.omission(of: subject.record) == nil else { return true }
                    let flow = ExportedFlow(
                        subject.flow, comment: subject.context.comment, tags: subject.context.tags,
                        redactor: redactor)
                    exporter.flow(flow, output)
                    return !output.hasFailed
                }
            }
            exporter.end(output)
            output.flush()
        }
    }
}
