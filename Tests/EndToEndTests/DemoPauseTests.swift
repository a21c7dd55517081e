import Foundation
import TestKit
import Testing

/// On a terminal a step of the tour stays until it is read: 480 lines in two seconds teach nobody.
@Suite struct DemoPauseTests {
    @Test func eachStepWaitsForReturn() throws {
        let screen = try TmuxScreen("HARK demo --no-store", home: try PrivateHome(), rows: 60)
        try eventually("the first step has ended") { try screen.text().contains("[Return: next step, q: quit]") }
        #expect(try screen.text().contains("1/21") && !(try screen.text().contains("2/21")))
        try screen.press("Enter")
        try eventually("the second step has ended") {
            let text = try screen.text()
            return text.contains("2/21") && text.components(separatedBy: "[Return: next step, q: quit]").count == 3
        }
        try screen.type("q")
        try screen.press("Enter")
        try eventually("the end") { try screen.text().contains("stopped after") }
        #expect(try !screen.text().contains("3/21"))
    }

    @Test func aPipeIsNotWaitedFor() throws {
        let result = try PrivateHome().hark("demo", "--no-store")
        #expect(result.code == 0 && result.text.contains("21/21"), result.summary)
        #expect(!result.text.contains("[Return"))
    }
}
