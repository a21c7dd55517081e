import Authority
import Testing
import Views

@testable import hark

/// Lines on a terminal: words stay words, and commands stay commands.
@Suite struct WrappedTextTests {
    /// The columns of every line, with what `write` puts before it.
    private func lines(_ write: (inout LineBuffer) -> Void) -> [String] {
        var out = LineBuffer(style: .plain)
        write(&out)
        return String(decoding: out.take(), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func textGoesOnBeneath() {
        let text = "one two three four five six seven eight nine ten"
        let shown = lines { $0.wrapped(text, width: 30, hanging: 4) }
        #expect(shown.count > 1 && shown.allSatisfy { $0.count <= 30 }, "\(shown)")
        #expect(shown.dropFirst().allSatisfy { $0.hasPrefix("    ") && !$0.hasPrefix("     ") }, "\(shown)")
        #expect(shown.map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ") == text)
    }

    @Test func inAPipeALineIsALine() {
        let text = String(repeating: "word ", count: 50) + "end"
        #expect(lines { $0.wrapped(text, width: nil, hanging: 4) } == [text])
    }

    /// What stands on the line already takes room from the first line alone.
    @Test func theFirstLineIsShorterThanTheOthers() {
        let shown = lines { out in
            out.text("a long beginning: ")
            out.wrapped("one two three four five six seven", width: 30, hanging: 2)
        }
        #expect(shown == ["a long beginning: one two", "  three four five six seven"])
        let full = lines { out in
            out.text("a beginning that fills the line")
            out.wrapped(": word", width: 30, hanging: 2)
        }
        #expect(full.count == 2, "\(full)")
    }

    @Test func aWordThatIsLongerIsNotTorn() {
        let path = "/" + String(repeating: "p", count: 50)
        #expect(WrappedText.lines("file \(path) is it", width: 24) == ["file", path, "is it"])
    }

    @Test func escapesCountAsTheyAreShown() {
        let shown = lines { $0.wrapped(String(repeating: "\u{1B}x ", count: 20), width: 30) }
        #expect(shown.allSatisfy { $0.count <= 30 && !$0.contains("\u{1B}") }, "\(shown)")
    }

    /// A shell that reads the lines reads the command.
    @Test(arguments: [
        [
            "certutil", "-d", "sql:/a folder/with spaces", "-A", "-t", "C,,", "-n", "Hark of somebody", "-i",
            "/tmp/it's",
        ],
        ["sudo", "install", "-m", "0644", "/a/b/c/d/e/f/g/h.pem", "/usr/local/share/ca-certificates/hark.crt"],
        ["a", #"back\slash  two"#, "'", "end of it all, with more words than fit"],
    ])
    func aCommandCanBeCopied(words: [String]) throws {
        let text = ShellText.command(words)
        for width in [24, 40, 60] {
            let shown = WrappedText.command(text, width: width)
            #expect(shown.dropLast().allSatisfy { $0.hasSuffix(" \\") }, "\(shown)")
            #expect(shown.last?.hasSuffix("\\") == false)
            #expect(shown.map { $0.hasSuffix(" \\") ? String($0.dropLast(2)) : $0 }.joined(separator: " ") == text)
            for line in shown where line.count > width {
                #expect(!line.dropLast(2).contains(" ") || line.contains("'"), "\(line) could be broken")
            }
            // Quotes are closed on the line that opens them; an escaped one is none.
            for line in shown {
                #expect(line.replacing(#"'\''"#, with: "").count { $0 == "'" } % 2 == 0, "\(line)")
            }
        }
        #expect(WrappedText.command(text, width: 1000) == [text])
    }

    @Test func whatTrustDoesIsALineALineInAPipe() {
        let step = TrustStep(["certutil", "-d", "sql:/x y"], String(repeating: "It explains. ", count: 12) + "End.")
        let piped = lines { TrustChange.write(step, to: &$0, width: nil) }
        #expect(piped == ["  certutil -d 'sql:/x y'", "    " + step.explanation])
        let shown = lines { TrustChange.write(step, to: &$0, width: 60) }
        #expect(shown.count > 2 && shown.allSatisfy { $0.count <= 60 }, "\(shown)")
    }

    @Test func remediesThatAreCommandsStayCommands() {
        let command = "export http_proxy=http://127.0.0.1:8888 https_proxy=http://127.0.0.1:8888"
        let shown = DoctorReport.remedy(command, width: 58)
        #expect(shown.count == 2 && shown.first?.hasSuffix(" \\") == true && shown.allSatisfy { $0.count <= 58 })
        let sentence = DoctorReport.remedy("restart it, or name its folder: hark doctor --ca-dir DIR", width: 40)
        #expect(sentence.count == 2 && !sentence.joined().contains("\\"))
        #expect(DoctorReport.remedy(command, width: nil) == [command])
    }
}
