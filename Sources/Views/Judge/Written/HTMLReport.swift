import Bytes
import Explain
import Judge

/// One file without script that loads nothing.
enum HTMLReport {
    private static let head = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <meta name="viewport" content="width=device-width">
        <title>Hark: what the judge found</title>
        <style>
        body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em; }
        table { border-collapse: collapse; width: 100%; }
        th, td { border-bottom: 1px solid #ccc; padding: .3em .6em; text-align: left; vertical-align: top; }
        td.number { text-align: right; }
        pre { background: #f4f4f4; overflow-x: auto; padding: .5em; }
        mark { background: #ffd8d8; }
        .bad { color: #a00000; } .warning { color: #7a5200; } .info { color: #345; }
        @media print {
          body { margin: 0; max-width: none; padding: 0; } pre { overflow-wrap: anywhere; white-space: pre-wrap; }
          h2 { break-after: avoid; } tr, pre { break-inside: avoid; }
        }
        @media screen and (prefers-color-scheme: dark) {
          body { background: #181818; color: #ddd; } pre { background: #262626; }
          mark { background: #703030; color: #fff; }
          .bad { color: #ff8a80; } .warning { color: #ffc870; } .info { color: #9cf; } a { color: #8ab4f8; }
        }
        </style>
        </head>
        <body>

        """

    static func written(_ result: JudgeResult) -> String {
        var out = head
        out += "<h1>Hark: \(PlainText.html(result.verdict))</h1>\n<p>\(PlainText.html(result.tally)).</p>\n"
        for remark in result.remarks { out += "<p>\(PlainText.html(remark))</p>\n" }
        let groups = result.groups.filter { $0.level > .good && $0.state == .new }
        out += table(groups, result) { "<a href=\"#f\($0)\">\($1.check.code)</a>" }
        for (place, group) in groups.enumerated() {
            guard let finding = group.findings.first else { continue }
            out +=
                "<h2 id=\"f\(place)\" class=\"\(group.level.rawValue)\">\(PlainText.html(finding.summary.text))</h2>\n"
            out += "<p><code>\(group.check.code)</code> <code>\(PlainText.html(result.title(of: group)))</code> "
            out += "(\(PlainText.html(group.flowsText(result))))</p>\n"
            for told in group.told {
                if let place = told.place { out += "<pre>\(marked(place))</pre>\n" }
                out += "<p>\(PlainText.html(told.text.text))</p>\n"
                if let advice = told.advice { out += "<p><strong>\(PlainText.html(advice.text))</strong></p>\n" }
            }
            if let reason = group.reason { out += "<p>\(PlainText.html(reason))</p>\n" }
            let spec = PlainText.html(group.check.spec.text)
            out +=
                "<p>" + (group.check.spec.url.map { "<a href=\"\(PlainText.html($0))\">\(spec)</a>" } ?? spec)
                + "</p>\n"
        }
        // What is set aside is named, and was explained where it was new.
        for (state, title) in JudgeResult.setAside {
            let groups = result.groups.filter { $0.level > .good && $0.state == state }
            if !groups.isEmpty { out += "<h2>\(title)</h2>\n" + table(groups, result) { $1.check.code } }
        }
        return out + "</body>\n</html>\n"
    }

    private static func table(
        _ groups: [JudgeResult.Group], _ result: JudgeResult, _ check: (Int, JudgeResult.Group) -> String
    ) -> String {
        guard !groups.isEmpty else { return "" }
        let hasReasons = groups.contains { $0.state == .suppressed }
        var out = "<table>\n<tr><th>level</th><th>check</th><th>endpoint</th><th>flows</th>"
        out += (hasReasons ? "<th>reason</th>" : "") + "</tr>\n"
        for (place, group) in groups.enumerated() {
            out += "<tr><td class=\"\(group.level.rawValue)\">\(group.level.rawValue)</td>"
            out += "<td>\(check(place, group))</td>"
            out += "<td><code>\(PlainText.html(result.title(of: group)))</code></td>"
            out += "<td class=\"number\">\(group.flows)</td>"
            out += (hasReasons ? "<td>\(PlainText.html(group.reason ?? ""))</td>" : "") + "</tr>\n"
        }
        return out + "</table>\n"
    }

    private static func marked(_ place: FindingPlace) -> String {
        let bytes = place.shown
        guard let marked = place.marked, marked.upperBound <= bytes.count else { return PlainText.html(place.text) }
        func part(_ range: Range<Int>) -> String { PlainText.html(bytes.slice(range)) }
        return (place.isCut ? "…" : "") + part(0..<marked.lowerBound) + "<mark>\(part(marked))</mark>"
            + part(marked.upperBound..<bytes.count)
    }
}
