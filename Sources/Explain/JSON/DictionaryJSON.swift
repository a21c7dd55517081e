package import Bytes
import Flow
package import Registry

/// The dictionary's answers for programs.
package enum DictionaryJSON {
    /// One row, with the value that was given behind its name taken apart.
    package static func write(
        _ term: Term, of kind: Vocabulary, _ name: DictionaryName, _ writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.member("kind", kind.word)
        identity(of: kind, term.name, term.number, &writer)
        writer.member("text", term.isDescribed ? term.meaning : nil)
        writer.member("advice", term.advice.isEmpty ? nil : term.advice)
        writer.member("mistake", term.mistake.isEmpty ? nil : term.mistake)
        writer.member("example", term.example.isEmpty ? nil : term.example)
        writer.member("standing", term.standing.rawValue)
        if kind == .methods {
            writer.member("safe", term.has(.safe))
            writer.member("idempotent", term.has(.idempotent))
            writer.member("cacheable", term.has(.cacheable))
            writer.member(
                "body",
                term.has(.contentExpected)
                    ? "expected"
                    : term.has(.contentOptional)
                        ? "optional" : term.has(.contentForbidden) ? "forbidden" : "undefined")
        }
        writer.beginArray("traits")
        for trait in term.traits.all { writer.string(String(describing: trait)) }
        writer.endArray()
        if let value = name.value(in: kind) { parts(value, &writer) }
        writer.member("spec", term.reference.text)
        writer.member("url", term.reference.url)
        writer.endObject()
    }

    /// A name that no table has.
    ///
    /// - Parameters:
    ///   - kinds: the tables that were searched.
    ///   - similar: names that may have been meant.
    package static func writeNothing(
        _ kinds: [Vocabulary], _ name: DictionaryName, similar: [String], _ writer: inout JSONWriter
    ) {
        writer.beginObject()
        if kinds.count == 1, let kind = kinds.first {
            writer.member("kind", kind.word)
            identity(of: kind, kind == .statuses ? nil : name.text, name.number, &writer)
        } else {
            writer.member("kind", nil)
            writer.member("name", name.text)
        }
        let family = kinds == [.statuses] ? name.number.map { StatusClass($0) } : nil
        writer.member("text", family?.text)
        if kinds == [.fields], let value = name.value(in: .fields) { parts(value, &writer) }
        writer.beginArray("similar")
        for word in similar { writer.string(word) }
        writer.endArray()
        writer.member("spec", family?.reference.text)
        writer.endObject()
    }

    /// Statuses, fields and methods are named by their kind, all others by `name`.
    private static func identity(of kind: Vocabulary, _ name: String?, _ number: Int?, _ writer: inout JSONWriter) {
        if kind == .statuses, let number {
            writer.member("status", number)
            writer.member("name", name)
            writer.member("class", StatusClass(number).name)
        } else if kind == .fields {
            writer.member("header", name)
        } else if kind == .methods {
            writer.member("method", name)
        } else {
            writer.member("name", name)
            if let number { writer.member("number", number) }
        }
    }

    /// The value that was given, and what each part of it is.
    private static func parts(
        _ value: (field: Bytes, text: Bytes, kind: MessageKind), _ writer: inout JSONWriter
    ) {
        writer.member("value", value.text.text)
        writer.beginArray("parts")
        let spans = FieldValue.dissect(name: value.field, value: value.text, at: 0, in: value.kind)
        for span in spans {
            writer.beginObject()
            writer.member("text", value.text.slice(span.range).text)
            writer.member("rule", span.rule)
            writer.member("meaning", span.text)
            writer.member("spec", span.spec)
            writer.member("malformed", span.isMalformed)
            writer.endObject()
        }
        writer.endArray()
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ name: StaticString, _ text: String?) {
        key(name)
        if let text { string(text) } else { null() }
    }
}
