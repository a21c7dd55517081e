import Bytes

/// What is tried with made-up input: a reader, and what has to hold of what it makes of any bytes whatever.
///
/// libFuzzer calls it from one thread, over and over; a failed `check` ends the process, and libFuzzer keeps the input.
enum FuzzTarget: String, CaseIterable {
    case dissection, url, cookies, dates, structured, explanation, recordings

    func run(_ input: Bytes) {
        switch self {
        case .dissection: DissectionTarget.run(input)
        case .url: URLTarget.run(input)
        case .cookies: CookieTarget.run(input)
        case .dates: DateTarget.run(input)
        case .structured: StructuredTarget.run(input)
        case .explanation: ExplanationTarget.run(input)
        case .recordings: RecordingTarget.run(input)
        }
    }
}

/// Ends the process with the sentence when the condition does not hold; `precondition` is silent in release builds.
func check(_ condition: @autoclosure () -> Bool, _ sentence: @autoclosure () -> String) {
    if !condition() { fatalError(sentence()) }
}
