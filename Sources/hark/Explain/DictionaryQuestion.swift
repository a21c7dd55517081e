import ArgumentParser
import Bytes
import Explain
import Flow
import HTTPSemantics
import Record
import Views

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Exit codes as errors.
enum UsageFailure {
    static var code: ExitCode { ExitCode(EX_USAGE) }
    static var data: ExitCode { ExitCode(EX_DATAERR) }
    /// What was looked up is not there.
    static var notFound: ExitCode { ExitCode(1) }
}

/// A word to look up: `status 425`, `header Vary`, `method PUT`.
enum DictionaryQuestion: String {
    case status, header, field, method

    static func kind(of words: [String]) -> DictionaryQuestion? {
        words.first.flatMap { DictionaryQuestion(rawValue: $0) }
    }

    func answer(_ word: String, _ output: ExplainOutputOptions) throws {
        guard !word.isEmpty else {
            throw ValidationError(
                "\(rawValue) what? Such as: hark explain \(rawValue) \(example). A file of this name is ./\(rawValue).")
        }
        switch self {
        case .status: try status(word, output.json)
        case .header, .field: try field(word, output.json)
        case .method: try method(word, output.json)
        }
    }

    private var example: String {
        switch self {
        case .status: "425"
        case .header, .field: "Vary"
        case .method: "PUT"
        }
    }

    // MARK: Answers

    private func status(_ word: String, _ json: Bool) throws {
        guard word.utf8.count == 3, let number = Bytes(word).decimal, number >= 100 else {
            throw ValidationError("'\(word.shown)' is no status code: three digits, from 100 on.")
        }
        let code = Int(number)
        let (meaning, family) = (StatusMeaning.of(code), StatusMeaning.Family(code))
        if json {
            Report.json { writer in
                writer.beginObject()
                writer.key("status")
                writer.integer(code)
                writer.member("name", meaning?.name)
                writer.member("class", family.name)
                writer.member("text", meaning?.text ?? family.text)
                writer.member("advice", meaning?.advice)
                writer.member("spec", meaning?.spec ?? family.spec)
                writer.endObject()
            }
        } else {
            show { view in
                if let meaning { view.show(meaning) } else { view.show(family, of: code) }
            }
        }
        if meaning == nil { throw UsageFailure.notFound }
    }

    private func field(_ word: String, _ json: Bool) throws {
        let line = Bytes(word)
        let colon = line.firstIndex(of: ASCII.colon)
        let name = line.slice(0..<(colon ?? line.count)).trimmed
        let value = colon.map { line.slice(($0 + 1)..<line.count).trimmed } ?? Bytes()
        let meaning = FieldMeaning.of(name)
        if json {
            Report.json { writer in
                writer.beginObject()
                writer.key("header")
                writer.string(meaning?.name ?? name.text)
                writer.member("text", meaning?.text)
                writer.member("spec", meaning?.spec)
                writer.endObject()
            }
        } else {
            show { view in
                if let meaning {
                    view.show(meaning)
                } else {
                    view.showNothing(
                        "field", name.text, similar: Similar.words(to: name.text, among: FieldMeaning.all.map(\.name)))
                }
                view.show(value: value, of: name, in: Self.kind(of: name))
            }
        }
        if meaning == nil { throw UsageFailure.notFound }
    }

    /// Fields of both kinds of messages are shown as a response has them.
    private static func kind(of name: Bytes) -> MessageKind {
        guard let change = HeadChange(setting: Bytes(name.array + [ASCII.colon])) else { return .response }
        return WhatIf.isRequestField(change.name) ? .request : .response
    }

    private func method(_ word: String, _ json: Bool) throws {
        // Methods are case-sensitive; whoever asks need not be.
        let meaning = MethodMeaning.of(Bytes(word)) ?? MethodMeaning.of(Bytes(word.uppercased()))
        if json {
            Report.json { writer in
                writer.beginObject()
                writer.key("method")
                writer.string(meaning?.name ?? word)
                writer.member("text", meaning?.text)
                writer.member("advice", meaning?.advice)
                if let meaning {
                    writer.key("safe")
                    writer.boolean(meaning.isSafe)
                    writer.key("idempotent")
                    writer.boolean(meaning.isIdempotent)
                    writer.key("cacheable")
                    writer.boolean(meaning.isCacheable)
                    writer.member("body", meaning.body.rawValue)
                }
                writer.member("spec", meaning?.spec)
                writer.endObject()
            }
        } else {
            show { view in
                if let meaning {
                    view.show(meaning)
                } else {
                    view.showNothing(
                        "method", word, similar: Similar.words(to: word, among: MethodMeaning.all.map(\.name)))
                }
            }
        }
        if meaning == nil { throw UsageFailure.notFound }
    }

    private func show(_ write: (inout DictionaryView) -> Void) {
        ExplainPage.print { style, width in
            var view = DictionaryView(style: style, width: width)
            write(&view)
            return view.page.take()
        }
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ name: StaticString, _ text: String?) {
        key(name)
        if let text { string(text) } else { null() }
    }
}

/// Words that may have been meant.
enum Similar {
    /// Those with the same beginning, or a part in common; at most six.
    static func words(to word: String, among all: [String]) -> [String] {
        let asked = Bytes(word).lowercased.text.prefix(64)
        guard !asked.isEmpty else { return [] }
        let scored = all.compactMap { candidate -> (Int, String)? in
            let name = Bytes(candidate).lowercased.text
            let common = zip(name, asked).prefix { $0 == $1 }.count
            if name.contains(asked) || asked.contains(name) { return (100 + common, candidate) }
            return common >= 3 && common * 2 >= asked.count ? (common, candidate) : nil
        }
        return scored.sorted { $0.0 > $1.0 }.prefix(6).map(\.1)
    }
}
