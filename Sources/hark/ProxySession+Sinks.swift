import ArgumentParser
import Filter
import Flow
import Messages
import Platform
import Store
import Views

// What keeps flows and shows them, by the options.
extension ProxySession {
    /// Lines for people go to standard output, or to standard error when the former is the log's or someone else's.
    static func view(
        _ options: ProxyOptions, _ isGuest: Bool, _ judge: LiveJudge?, _ schema: ProtoSchema?
    ) throws -> TerminalView {
        let shows = try options.filters.shown().map { filter in
            let matcher = FilterMatcher(filter, .here)
            return TerminalView.Shown(needsContent: filter.expression.readsContent, passes: matcher.passes)
        }
        let descriptor = isGuest || options.log == "-" ? STDERR_FILENO : STDOUT_FILENO
        let terminal = TerminalWriter(descriptor: descriptor)
        let isTerminal = terminal.isTerminal
        let style = Style(
            isTerminal: isTerminal, noColor: Environment.value("NO_COLOR"), term: Environment.value("TERM"))
        return TerminalView(
            output: QueuedOutput(descriptor: descriptor),
            options: TerminalView.Options(
                lines: ExchangeLines.Options(
                    style: style, width: terminal.width, isVerbose: options.verbose, showsSecrets: options.showSecrets,
                    schema: schema),
                // Progress is drawn over itself, which needs a terminal where nobody else writes.
                isTerminal: isTerminal && !isGuest, showsMessages: options.messages, width: { terminal.width },
                utcOffset: { LocalTime.offset(at: $0) },
                shows: shows, findings: judge.map { judge in { (flow: FlowID) in judge.findings(of: flow) } },
                heldCommand: { HeldProxy.command(for: $0) }))
    }

    /// What keeps, and the last number in the files that it goes on with.
    static func sinks(
        _ options: ProxyOptions, _ schema: ProtoSchema?
    ) throws -> ([any FlowSink], last: UInt64?) {
        var outputs: [any EntryOutput] = []
        var last: [UInt64] = []
        for path in [options.har, options.log] {
            if let path, path != "-", let delay = KeptFile(path).delay { Diagnostics.say(delay) }
        }
        do throws(RecordError) {
            if let path = options.har {
                let file = try HARFile(path: path, version: Hark.version, diagnostics: Diagnostics.say)
                if let finding = file.finding { Diagnostics.say(finding) }
                if let number = file.lastNumber { last.append(number) }
                outputs.append(file)
            }
            if let path = options.log {
                let file = try LogFile(
                    path: path, keepsConnections: options.logConnections, diagnostics: Diagnostics.say)
                if let finding = file.finding { Diagnostics.say(finding) }
                if let number = file.lastNumber { last.append(number) }
                outputs.append(file)
            }
        } catch {
            Diagnostics.say(error.text)
            throw ExitCode(EX_IOERR)
        }
        for path in [options.har, options.log] {
            if let path, path != "-", let warning = KeptFile(path).warning(holding: "credentials") {
                Diagnostics.say(warning)
            }
        }
        return (outputs.isEmpty ? [] : [EntryWriter(outputs: outputs, schema: schema)], last.max())
    }
}
