import Bytes
import Explain
import Flow
import Testing
import Views

/// A value that is looked up with its field is told part by part, as it is on a page.
@Suite struct DictionaryViewTests {
    private func lines(_ name: Bytes, _ value: Bytes) -> [String] {
        var view = DictionaryView(style: .plain, width: 100)
        view.show(value: value, of: name, in: .response)
        return String(decoding: view.page.take(), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func aPartIsToldWhole() {
        let lines = lines("Cache-Control", "max-age=60, private")
        #expect(lines.count == 2, "\(lines)")
        #expect(lines.first?.hasPrefix("  max-age=60                The response is fresh for 60 seconds") == true)
        #expect(lines.last?.contains("private") == true)
        #expect(!lines.contains { $0.contains("The name: ") || $0.contains("The value: ") })
    }

    @Test func parametersStandBeneathTheirPart() {
        let lines = lines("Content-Type", "text/html; charset=utf-8")
        #expect(lines.first?.hasPrefix("  text/html") == true && lines.contains { $0.hasPrefix("  charset=utf-8") })
    }

    /// What cannot be read is told as such, and nothing of it is lost.
    @Test func whatDoesNotFitIsTold() {
        #expect(lines("Age", "soon").contains { $0.contains("soon") && $0.contains("is invalid here") })
        #expect(lines("Age", "").isEmpty)
    }
}
