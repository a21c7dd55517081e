import Bytes
package import Filter
import Flow
import HTTPSemantics
import Workbench

/// Reads rows by number, and writes them. A value, used anywhere.
package struct PageRows: Sendable {
    let source: any PageSource
    let live: (any PageLive)?
    let reader: FilterReader
    /// When the session began.
    let start: Int64

    package init(source: any PageSource, live: (any PageLive)?, reader: FilterReader, start: Int64) {
        self.source = source
        self.live = live
        self.reader = reader
        self.start = start
    }

    /// The flows of these numbers that are there, by number. What is open comes from where it happens: the file hears
    /// of it later.
    package func read(_ numbers: [UInt64]) throws(PageError) -> [UInt64: FilterSubject] {
        var found: [UInt64: FilterSubject] = [:]
        var wanted: [UInt64] = []
        for number in numbers {
            if let record = live?.record(number), !record.isFinished {
                found[number] = FilterSubject(record, reader: reader)
            } else {
                wanted.append(number)
            }
        }
        if !wanted.isEmpty {
            try source.subjects(wanted, hasContent: false) { subject in
                found[subject.record.id.number] = subject
                return true
            }
        }
        for number in wanted where found[number]?.record.isFinished != true {
            if let record = live?.record(number) { found[number] = FilterSubject(record, reader: reader) }
        }
        return found
    }

    /// As an array, in the order of the numbers.
    func write(_ numbers: [UInt64], _ found: [UInt64: FilterSubject], to json: inout JSONWriter) {
        json.beginArray()
        for number in numbers {
            if let subject = found[number] { write(subject, to: &json) } else { Self.gone(number, to: &json) }
        }
        json.endArray()
    }

    /// - Parameter position: where it stands in the view of a stream; the outer nil: there is no such view.
    func write(_ subject: FilterSubject, position: Int?? = nil, to json: inout JSONWriter) {
        // Taken out before the closure: read within it, the optimizer of Swift 6.3 fails.
        let (waterfall, startedAt) = (Waterfall(subject.record), subject.record.startedAt)
        let (comment, tags) = (subject.context.comment, subject.context.tags)
        let call = subject.record.call?.outcome.map { Int($0.rawValue) }
        json.row(subject) { json in
            json.key("bar")
            json.waterfall(waterfall, at: startedAt.map { $0 - start })
            json.key("comment")
            if let comment { json.string(comment) } else { json.null() }
            json.beginArray("tags")
            for tag in tags { json.string(tag) }
            json.endArray()
            json.key("call")
            if let call { json.integer(call) } else { json.null() }
            guard let position else { return }
            json.key("position")
            if let position { json.integer(position) } else { json.null() }
        }
    }

    private static func gone(_ number: UInt64, to json: inout JSONWriter) {
        json.beginObject()
        json.member("id", number)
        json.member("gone", true)
        json.endObject()
    }
}
