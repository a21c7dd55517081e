import Bytes
package import Explain
import Judge

/// For a person: the worst first, each with the line and what to change.
package struct TextReport {
    /// Shows what is good, only worth knowing, known from the baseline or suppressed, too.
    package var showsAll = false
    /// What is better than this is only counted.
    package var least = Note.Level.warning
    /// Counts only.
    package var isSummary = false
    /// Tells before the counts what was found in a session or a connection: no exchange was shown with it.
    package var tellsSessions = false
    /// Names the checks that were asked.
    package var showsAsked = false
    /// What shows the findings that are only counted; nil where there is nothing of the kind.
    package var more: String?
    /// So many endpoints are shown of one check.
    private static let endpointLimit = 10
    /// So many things are named at one endpoint.
    private static let toldLimit = 10

    package init() {}

    package func written(_ result: JudgeResult, style: Style, width: Int?) -> [UInt8] {
        var page = PageWriter(style: style, width: width)
        let groups = result.groups.filter { showsAll || $0.level >= least && $0.state == .new }
        if isSummary {
            // No exchange by itself has these.
            let ofSeveral = tellsSessions ? groups.filter { $0.check.isOfSeveral } : []
            write(ofSeveral, result, &page)
            if !ofSeveral.isEmpty { page.newline() }
            for group in groups { summary(group, result, &page) }
        } else {
            write(groups, result, &page)
        }
        if showsAsked { asked(result, &page) }
        if !groups.isEmpty || showsAsked { page.newline() }
        page.prose(
            Prose(
                stringLiteral: result.tally
                    + (more.flatMap { showsAll || hidden(result) == 0 ? nil : "; \($0) shows all." } ?? ".")), at: 0)
        for remark in result.remarks { page.prose(Prose(stringLiteral: remark + "."), at: 0) }
        page.prose(
            Prose(stringLiteral: result.verdict + "."), at: 0,
            ink: result.failed || result.hasUnreadInput ? .bad : .normal)
        return page.take()
    }

    private func hidden(_ result: JudgeResult) -> Int {
        let better = Note.Level.allCases.filter { $0 < least }.reduce(0) { $0 + (result.counts[$1] ?? 0) }
        return better + result.known + result.suppressed
    }

    private func summary(_ group: JudgeResult.Group, _ result: JudgeResult, _ page: inout PageWriter) {
        page.raw(group.level.ink) { $0.wire(group.level.sign) }
        page.raw { out in
            out.right(to: 8) { $0.number(group.count) }
            out.text("  ")
            out.wire(group.check.code)
            out.pad(to: 44)
            out.text("  ")
            out.wire(result.title(of: group))
            if group.state != .new { out.wire(" (\(group.state.rawValue))") }
        }
        page.newline()
    }

    private func write(_ groups: [JudgeResult.Group], _ result: JudgeResult, _ page: inout PageWriter) {
        var shown: [String: Int] = [:]
        var last: (code: String, text: String)?
        for (place, group) in groups.enumerated() {
            let code = group.check.code
            let number = shown[code, default: 0]
            shown[code] = number + 1
            guard showsAll || number < Self.endpointLimit else {
                let rest = groups.count { $0.check.code == code } - Self.endpointLimit
                if number == Self.endpointLimit {
                    page.prose(
                        Prose(stringLiteral: "… at \(PlainText.count(rest, "more endpoint"))"), at: 2, ink: .quiet)
                }
                continue
            }
            guard let finding = group.findings.first else { continue }
            if place > 0 { page.newline() }
            title(group, finding, result, &page)
            let told = group.told
            let limit = showsAll ? told.count : Self.toldLimit
            for finding in told.prefix(limit) {
                if let place = finding.place, !place.shown.isEmpty { line(place, &page) }
                let text = finding.fullText
                // Of the next one the very same is not said again.
                if last?.code != code || last?.text != text {
                    page.flow(finding.text, at: 2)
                    if let advice = finding.advice { page.flow(advice, at: 2) }
                    // Practice is no document to read on in.
                    if group.check.spec.text != "practice" { page.source(group.check.spec.text, at: 2) }
                    page.newline()
                }
                last = (code, text)
            }
            if told.count > limit {
                page.prose(Prose(stringLiteral: "… and \(told.count - limit) more here"), at: 2, ink: .quiet)
            }
            if let reason = finding.reason {
                page.prose(
                    Prose(stringLiteral: finding.state == .suppressed ? "suppressed: \(reason)" : reason), at: 2,
                    ink: .quiet)
            }
        }
    }

    private func title(
        _ group: JudgeResult.Group, _ finding: JudgedFinding, _ result: JudgeResult, _ page: inout PageWriter
    ) {
        page.raw(group.level.ink) { out in
            out.wire(group.level.sign)
            out.text(" ")
            out.wire(group.check.code)
        }
        page.raw { out in
            out.text("   ")
            out.wire(result.title(of: group))
            out.text(" (")
            out.wire(group.flowsText(result))
            if finding.state != .new { out.wire(", \(finding.state.rawValue)") }
            out.text(")")
        }
        page.newline()
        page.prose(finding.summary, at: 2, ink: .strong)
    }

    /// The line, and carets under the bytes that are meant.
    private func line(_ place: FindingPlace, _ page: inout PageWriter) {
        let bytes = place.shown
        let widest = max(40, page.width - 4)
        page.pad(to: 4)
        guard let marked = place.marked, marked.upperBound <= bytes.count else {
            page.raw { out in
                if place.isCut { out.text("…") }
                out.wire(bytes, limit: widest)
            }
            return page.newline()
        }
        // What is before the place, from where on all of it fits.
        let first = max(0, min(marked.lowerBound - 20, marked.upperBound - widest + 1))
        var columns = (start: 0, end: 0)
        page.raw { out in
            if first > 0 || place.isCut { out.text("…") }
            out.wire(bytes.slice(first..<marked.lowerBound))
            columns.start = out.column
            out.wire(bytes.slice(marked), limit: max(1, widest + 4 - out.column))
            columns.end = out.column
            out.wire(bytes.slice(marked.upperBound..<bytes.count), limit: max(0, widest + 4 - out.column))
        }
        page.newline()
        page.pad(to: columns.start)
        page.raw { out in for _ in 0..<max(1, columns.end - columns.start) { out.text("^") } }
        page.newline()
    }

    private func asked(_ result: JudgeResult, _ page: inout PageWriter) {
        page.newline()
        page.prose(Prose(stringLiteral: "Checks that ran, and on how many flows:"), at: 0)
        for (check, flows) in result.asked {
            page.raw { out in
                out.right(to: 8) { $0.number(flows) }
                out.text("  ")
                out.wire(check.code)
            }
            page.newline()
        }
        let asked = Set(result.asked.map(\.check.code))
        let all = Checks.all + Checks.ofSessions + Checks.ofConnections
        let silent = all.count { !asked.contains($0.code) && result.policy.level(of: $0) != nil }
        let left = all.count { result.policy.level(of: $0) == nil }
        if left > 0 {
            page.prose(
                Prose(
                    stringLiteral:
                        "\(PlainText.count(left, "check")) left out by --only, --ignore or the configuration."),
                at: 0)
        }
        guard silent > 0 else { return }
        page.prose(
            Prose(
                stringLiteral:
                    "\(PlainText.count(silent, "check")) had nothing to look at: a field or fact was missing, "
                    + "or was only assumed."), at: 0)
    }
}
