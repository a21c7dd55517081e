import Bytes
import Filter

/// The functions that a session's conditions call, given to a connection that asks them.
enum SessionFunctions {
    /// `(grams, text)`: whether a text in lower case may occur in what the grams are of.
    static let mayHold = "search_may_hold"
    /// `(value, text)`: whether a text in lower case occurs in a value, whatever the case; not in NULL.
    static let holds = "search_holds"
    /// `(value, 0)`: the value as text, ASCII letters in lower case; SQLite's own ends at a NUL.
    static let fold = "filter_fold"

    static func install(_ database: Database) throws {
        for function in SQLFunction.allCases {
            try database.define(function.rawValue, argumentCount: 2) { call in
                guard !call.isNull(0) else { return }
                let test = call.kept(1) { ValueQuestion(function.test(call.bytes(1))) }
                call.answer(test.holds(call.bytes(0)))
            }
        }
        try database.define(fold, argumentCount: 2) { call in
            if !call.isNull(0) { call.answer(text: call.bytes(0).lowercased) }
        }
        try database.define(holds, argumentCount: 2) { call in
            let wanted = call.kept(1) { WantedText(call.bytes(1)) }
            unsafe call.answer(call.withBytes(0) { unsafe wanted.occurs(in: $0) })
        }
        try database.define(mayHold, argumentCount: 2) { call in
            let wanted = call.kept(1) { WantedGrams(call.bytes(1)) }
            unsafe call.answer(call.withBytes(0) { unsafe wanted.mayBe(in: $0) })
        }
    }
}

/// What a function asks of values. Owned by SQLite while a statement runs.
private final class ValueQuestion {
    private let test: (@Sendable (Bytes) -> Bool)?

    init(_ test: (@Sendable (Bytes) -> Bool)?) {
        self.test = test
    }

    func holds(_ value: Bytes) -> Bool { test?(value) ?? false }
}
