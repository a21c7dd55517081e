import Explain
import Filter
import Flow
import Judge
import Library
import MCP
import Platform
import Store
import Views
import Workbench

// Lists, figures and problems.
extension AgentTools {
    /// The result's own limit where a call names none.
    static let standardBudget = 16 << 10

    func status() throws -> ToolAnswer {
        let source = try source()
        let path = try filePath()
        let isFleet = SessionChoice.isFleet(session)
        let entry = path.flatMap { try? SessionEntry(path: $0) }
        let name = entry?.name ?? (isFleet ? "the database of a fleet" : "standard input")
        let isRunning = entry?.isRunning ?? false
        let flows = try source.count(.everything, .here)
        let failed = try source.count(try FlowFilter("status >= 400 or error"), .here)
        let allowed = permissions.map(\.rawValue).sorted()
        var answer = ToolAnswer()
        answer.say("Session: \(CapturedText.plain(name))\(isRunning ? ", growing: a proxy writes to it" : "")")
        answer.say("Flows: \(flows); \(failed) failed or have a status of 400 or more.")
        answer.say("Allowed beyond reading: \(allowed.isEmpty ? "nothing" : allowed.joined(separator: ", ")).")
        answer.say("Credentials: \(redaction == nil ? "shown, by the user's choice" : "replaced by tags").")
        let proxies = path.map { HeldProxy.addresses(of: $0) } ?? []
        if let first = proxies.first {
            answer.say(
                "Proxy: \(proxies.joined(separator: ", ")). Traffic goes through it with: curl -x http://\(first) URL")
        }
        answer.say(
            isRunning
                ? "The user sends a program's traffic through Hark with: hark run COMMAND"
                : isFleet
                    ? "Proxies ship their flows to it: hark proxy --ship, hark ship"
                    : "No proxy writes to this session. The user can start one: hark proxy")
        if flows > 0 { answer.say("Next: list_flows {\"filter\": \"status >= 400 or error\"}") }
        answer.fact("session", .string(CapturedText.plain(name)))
        answer.fact("running", .boolean(isRunning))
        answer.fact("proxies", .array(proxies.map { .string($0) }))
        answer.fact("flows", .integer(Int64(flows)))
        answer.fact("problems", .integer(Int64(failed)))
        answer.fact("allow", .array(allowed.map { .string($0) }))
        answer.fact("secrets", .string(redaction == nil ? "shown" : "replaced"))
        answer.fact("version", .string(Hark.version))
        return answer
    }

    // MARK: List

    private struct List {
        let filter: FlowFilter
        let text: String
        let order: FlowColumn?
        let orderText: String
        let isReversed: Bool
        let name: String
        let limit: Int
    }

    private func asked(_ arguments: ToolArguments) throws -> List {
        let order = arguments.text("order") ?? ""
        let column = order.isEmpty ? nil : FlowColumn(order)
        if !order.isEmpty {
            if let column, redaction != nil, !SecretFields.isPlain(column.field) {
                throw AgentFailure(
                    "order: \(column.field.name) may hold credentials, which are hidden: flows cannot be sorted by it. "
                        + "Example: duration")
            }
            guard column != nil else {
                let nearest = NearestName.find(order.lowercased(), among: FilterFields.all.map(\.name))
                throw AgentFailure(
                    "order: '\(CapturedText.cut(order, to: 80))' is not a field to sort by"
                        + (nearest.map { ". Nearest: '\($0)'" } ?? "") + ". Example: duration")
            }
        }
        let filter = try filter(arguments)
        let isReversed = arguments.flag("reverse") ?? false
        let text = arguments.text("filter") ?? ""
        return List(
            filter: filter, text: text, order: column, orderText: order, isReversed: isReversed,
            name: AgentCursor.list([filter.text, order, "\(isReversed)", try sessionPath()]),
            limit: arguments.integer("limit") ?? 20)
    }

    func list(_ arguments: ToolArguments) throws -> ToolAnswer {
        let list = try asked(arguments)
        let source = try source()
        let cursor = try arguments.text("cursor").map { text in
            guard let cursor = AgentCursor(text) else { throw AgentFailure("cursor: not a cursor of list_flows") }
            guard cursor.list == list.name else {
                throw AgentFailure("cursor belongs to another filter, order or session. Call again without cursor.")
            }
            return cursor
        }
        var rows = AgentRows(budget: arguments.budget ?? Self.standardBudget)
        let newest = try cursor?.newest ?? source.newest(1).first ?? 0
        var last = cursor?.last ?? 0
        var given = 0
        var skipped = cursor?.count ?? 0
        func take(_ subject: FilterSubject) -> Bool {
            if list.order != nil, skipped > 0 {
                skipped -= 1
                return true
            }
            guard given < list.limit else { return false }
            rows.add(subject)
            guard !rows.isFull else { return false }
            given += 1
            last = subject.record.id.number
            return given < list.limit
        }
        // By number the newest is first; in an order of its own the smallest.
        let isReversed = list.order == nil ? !list.isReversed : list.isReversed
        let reading = FlowReading((list.order?.order ?? .recorded).reversed(isReversed), hasContent: false)
        let part = try cursor.map { try bounded(list, $0) } ?? list.filter
        try source.forEach(part, .here, reading, take)
        let matched = try source.count(list.filter, .here)
        let before = cursor?.count ?? 0
        return answer(
            list, rows, matched,
            AgentCursor(
                list: list.name, newest: newest, last: last, count: before + given))
    }

    /// The flows that are left of a list.
    private func bounded(_ list: List, _ cursor: AgentCursor) throws -> FlowFilter {
        let bound =
            list.order != nil
            ? "id <= \(cursor.newest)" : list.isReversed ? "id > \(cursor.last)" : "id < \(cursor.last)"
        return FlowFilter(.all([list.filter.expression, try FlowFilter(bound).expression]))
    }

    private func answer(_ list: List, _ rows: AgentRows, _ matched: Int, _ next: AgentCursor) -> ToolAnswer {
        var answer = ToolAnswer()
        let order = list.order == nil ? (list.isReversed ? "oldest first" : "newest first") : "by \(list.orderText)"
        let start = next.count - rows.lines.count
        let none = next.count > 0 ? "No more flows match." : "No flow matches."
        answer.say(
            rows.lines.isEmpty
                ? rows.isFull ? "\(matched) flows match; max_bytes has no room for a row: call again with 2000." : none
                : "Rows \(start + 1) to \(next.count) of \(matched), \(order).")
        if rows.isFull { answer.markCut() }
        rows.write(to: &answer)
        answer.fact("matched", .integer(Int64(matched)))
        guard next.count < matched, !rows.lines.isEmpty else { return answer }
        answer.fact("next", .string(next.text))
        var again: RPCValue = .object([])
        if !list.text.isEmpty { again = again.adding("filter", .string(list.text)) }
        if !list.orderText.isEmpty { again = again.adding("order", .string(list.orderText)) }
        if list.isReversed { again = again.adding("reverse", true) }
        let call = String(decoding: again.adding("cursor", .string(next.text)).json, as: UTF8.self)
        answer.say("Next: list_flows \(call)")
        return answer
    }

    // MARK: Waiting

    /// Between two looks, in nanoseconds.
    private static let pause: UInt64 = 200_000_000

    func wait(_ arguments: ToolArguments) async -> ToolAnswer {
        let end = Clock.nanoseconds() + UInt64(arguments.integer("timeout") ?? 30) * 1_000_000_000
        var start: UInt64?
        while true {
            let after = start
            let look = await read { try arrived(arguments, after: after) }
            if look.isError || look.isComplete { return look }
            if start == nil {
                start = arguments.integer("after").map { UInt64($0) } ?? look.newest
            }
            guard Clock.nanoseconds() < end, !Task.isCancelled else { return look }
            try? await Task.sleep(nanoseconds: Self.pause)
        }
    }

    /// The flows that match and have ended, with numbers above `after`.
    private func arrived(_ arguments: ToolArguments, after: UInt64?) throws -> ToolAnswer {
        let filter = try filter(arguments)
        let source = try source()
        let newest = try source.newest(1).first ?? 0
        let bound = after ?? arguments.integer("after").map { UInt64($0) } ?? newest
        var rows = AgentRows(budget: arguments.budget ?? Self.standardBudget)
        let wanted = arguments.integer("count") ?? 1
        let part = FlowFilter(
            .all([filter.expression, try FlowFilter("id > \(min(bound, UInt64(Int64.max))) and not open").expression]))
        // Whether all have come does not depend on how many there is room to show.
        var came = 0
        try source.forEach(part, .here, FlowReading(hasContent: false)) { subject in
            came += 1
            if !rows.isFull { rows.add(subject) }
            return came < max(wanted, 200)
        }
        var answer = ToolAnswer()
        let isComplete = came >= wanted
        answer.say(
            isComplete
                ? "\(came) came."
                : "\(came) of \(wanted) came in time. The user sends traffic with: hark run COMMAND")
        if rows.isFull {
            answer.markCut()
            answer.say("\(rows.lines.count) are shown; the others: list_flows {\"filter\": \"id > \(bound)\"}")
        }
        rows.write(to: &answer)
        answer.fact("timed_out", .boolean(!isComplete))
        answer.fact("after", .integer(Int64(clamping: bound)))
        return answer
    }

    // MARK: Figures

    func statistics(_ arguments: ToolArguments) throws -> ToolAnswer {
        let dimension = arguments.text("by").flatMap { StatDimension(rawValue: $0) } ?? .endpoint
        var statistics = try source().statistics(try filter(arguments), .here, by: dimension)
        let limit = arguments.integer("limit") ?? 20
        let (rows, counted) = (statistics.rows(), statistics)
        let capture = OutputCapture(limit: 4 << 20)
        OutputCapture.$current.withValue(capture) {
            Report.lines { StatsReport(counted, width: nil).groups(rows, limit: limit, to: &$0) }
        }
        var answer = ToolAnswer()
        answer.say("\(rows.count) group\(rows.count == 1 ? "" : "s") by \(dimension.rawValue), the largest first.")
        answer.add(captured: capture.results)
        answer.fact("groups", .integer(Int64(rows.count)))
        answer.fact(captured: "text", .string(capture.results))
        answer.rest = "Narrow the filter, or lower limit."
        return answer
    }
}

extension ToolAnswer {
    /// All that was waited for is there.
    fileprivate var isComplete: Bool { self.fact("timed_out") == false }

    /// The newest flow that was there when waiting began.
    fileprivate var newest: UInt64? { self.fact("after")?.integer.map { UInt64(clamping: $0) } }
}

extension FlowLibrary {
    /// The numbers of the newest flows that match.
    func matching(_ filter: FlowFilter, limit: Int) throws -> [UInt64] {
        var numbers: [UInt64] = []
        try forEach(filter, .here, FlowReading(.newestFirst, limit: limit, hasContent: false)) { subject in
            numbers.append(subject.record.id.number)
            return true
        }
        return numbers.reversed()
    }
}
