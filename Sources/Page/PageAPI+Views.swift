import Bytes
package import Filter
import Library
import Workbench

extension PageError {
    static let noView = PageError(404, .view, "This view no longer exists: too many others were made. Create it again.")

    /// Why a text is no filter.
    package init(_ error: FilterError, _ code: Code = .filter) {
        let text = error.message.prefix(1).uppercased() + error.message.dropFirst()
        self.init(422, code, text.hasSuffix("?") ? text : text + ".", at: error.range)
        nearest = Self.nearest(in: error.message)
    }

    /// What may have been meant stands in the sentence, in quotes.
    static func nearest(in message: String) -> String? {
        let parts = message.split(separator: "id you mean '", maxSplits: 1)
        return parts.count == 2 ? parts[1].split(separator: "'").first.map { String($0) } : nil
    }
}

extension PageAPI {
    /// Numbers, as everywhere, or a filter.
    ///
    /// - Parameter newest: the numbers of the newest flows, the newest first; what is asked without knowing them is
    ///   the same but for these.
    static func filter(
        _ text: String, newest: @escaping (UInt64) -> [UInt64] = { _ in [] }
    ) throws(PageError) -> FlowFilter {
        do throws(FilterError) {
            return try FlowFilter(line: text, newest: newest)
        } catch {
            throw PageError(error)
        }
    }

    mutating func makeView(_ call: PageCall) throws(PageError) -> PageStep {
        let body = try PageBody(call.request.body)
        let text = try body.text("filter") ?? ""
        _ = try Self.filter(text)
        let order = try Self.order(try body.object("order"))
        let folds = try body.flag("tunnels") == false
        let id = views.nextID()
        let (source, clock) = (source, call.now.clock)
        return .work {
            do throws(PageError) {
                let filter = try Self.filter(text) { count in
                    let all = (try? source.numbers(.everything, clock, nil)) ?? []
                    return Array(all.sorted(by: >).prefix(Int(clamping: count)))
                }
                var numbers = try source.numbers(filter, clock, order)
                let total = filter == .everything ? numbers.count : try source.session().flowCount
                let found = numbers.count
                if folds, let folded = PageView.folded {
                    // There are few of them, and an index leads to them.
                    let tunnels = Set(try source.numbers(folded, clock, nil))
                    if !tunnels.isEmpty { numbers.removeAll { tunnels.contains($0) } }
                }
                let bound = order == nil ? numbers.last ?? 0 : numbers.max() ?? 0
                let view = PageView(
                    id: id, filter: filter, clock: clock, order: order, numbers: numbers, bound: bound,
                    foldsTunnels: folds)
                return .view(view, total: total, folded: found - numbers.count)
            } catch {
                return .answer(PageAnswer(error))
            }
        }
    }

    private static func order(_ body: PageBody?) throws(PageError) -> FlowOrder? {
        guard let body else { return nil }
        let name = try body.text("by") ?? "id"
        guard let column = RowColumn.named(name) else {
            throw .request("'\(name)' is not a column for sorting.")
        }
        let isReversed = try body.flag("reverse") ?? false
        // As recorded is no order: such a view grows.
        return column.name == "id" && !isReversed ? nil : FlowOrder(field: column.field, isReversed: isReversed)
    }

    /// A view that was asked for is there from now on.
    mutating func add(_ view: PageView, total: Int, folded: Int) -> PageAnswer {
        var view = view
        // Whatever began while it was asked: the file may not have had it.
        let began = Set(recentlyBegan)
        view.take(
            began: recentlyBegan, ended: recentlyEnded.filter { began.contains($0) }, tick: ticks,
            mayBeTunnel: mayBeTunnel)
        last = max(last ?? 0, view.bound)
        views.add(view)
        return .json { json in
            json.beginObject()
            json.member("view", view.id)
            json.member("matched", view.numbers.count)
            json.member("total", max(total, view.numbers.count))
            json.member("folded", folded)
            json.member("words", FilterWords.sentence(view.filter))
            json.beginArray("doubts")
            for doubt in FilterWords.doubts(view.filter) { json.string(doubt) }
            json.endArray()
            json.member("revision", revision)
            json.endObject()
        }
    }

    /// The view that the path names.
    mutating func view(_ call: PageCall) throws(PageError) -> PageView {
        guard let id = Int(call.parameters["view"] ?? ""), let view = views.get(id) else { throw .noView }
        return view
    }

    /// At most so many rows are answered at once.
    private static let mostRows = 500

    mutating func window(_ call: PageCall) throws(PageError) -> PageStep {
        let view = try view(call)
        let first = try call.request.number("first", in: 0...Int(UInt32.max), standard: 0)
        let count = try call.request.number("count", in: 0...Self.mostRows, standard: 200)
        let (matched, id) = (view.numbers.count, view.id)
        let numbers = view.window(first, count)
        // At the end of a list that grows others are seen in a moment.
        let isAtEnd = first + count >= matched
        return rows(numbers, foreseen: isAtEnd || numbers.isEmpty ? nil : numbers[numbers.count / 2]) { json in
            json.member("view", id)
            json.member("first", first)
            json.member("matched", matched)
        }
    }

    mutating func rows(_ call: PageCall) throws(PageError) -> PageStep {
        rows(try call.request.numbers("ids", atMost: Self.mostRows)) { _ in }
    }

    /// - Parameters:
    ///   - foreseen: a flow that may be opened next, or one near to it.
    ///   - more: writes members before the rows.
    private func rows(
        _ numbers: [UInt64], foreseen: UInt64? = nil, _ more: @escaping @Sendable (inout JSONWriter) -> Void
    ) -> PageStep {
        let (rows, revision) = (rowReader, revision)
        return .answering { () throws(PageError) in
            let found = try rows.read(numbers)
            if let foreseen { rows.source.foresee(foreseen) }
            return .json { json in
                json.beginObject()
                json.member("revision", revision)
                more(&json)
                json.key("rows")
                rows.write(numbers, found, to: &json)
                json.endObject()
            }
        }
    }

    var rowReader: PageRows { PageRows(source: source, live: live, reader: tools.reader, start: start) }
}
