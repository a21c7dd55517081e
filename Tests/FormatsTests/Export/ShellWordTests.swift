import Bytes
import Foundation
import Testing

@testable import Formats

/// Words of exported commands, read by real shells: each is one word with exactly its bytes, and nothing runs.
@Suite struct ShellWordTests {
    /// Those that are here; one of them is always.
    static let shells: [[String]] = [
        ["/bin/sh"], ["/bin/dash"], ["/bin/bash"], ["/bin/bash", "--posix"], ["/bin/zsh"], ["/bin/ksh"],
        ["/bin/busybox", "sh"],
    ].filter { FileManager.default.isExecutableFile(atPath: $0[0]) }

    private static let canary = FileManager.default.temporaryDirectory.path + "/hark-canary-\(UUID().uuidString)"

    private static let words: [Bytes] = {
        var words: [Bytes] = [
            "", "-", "-n", "--", "@file", "!", "!!", "a!b", "it's", "''", "'", "\\", "\\\\", "\\'", "'\\''", "\\n",
            "%s",
            "%d%n", "$HOME", "${HOME}", "$'a'", "$(touch CANARY)", "`touch CANARY`", "; touch CANARY #",
            "' ; touch CANARY; '",
            "it's; touch CANARY; #", "\\'; touch CANARY; #", "\n", "a\n", "\n\na\n\n", "a\r\n", "\r", "\t", "\u{1b}[2J",
            "\"", "\"$(touch CANARY)\"", "\u{1}')\"; touch CANARY; \"$(printf '", "é", "日本", "\u{202E}evil", "\u{85}",
            "\u{A0}", "\u{FEFF}x", "~", "*", "[a]", "{a,b}", "#", "& touch CANARY", "| touch CANARY", "> CANARY",
            "a b  c",
        ]
        words += (1...255).map { Bytes([UInt8($0)]) }
        words += (1...255).map { Bytes([0x61, UInt8($0), 0x27, UInt8($0), 0x0A]) }
        words.append(Bytes((1...255).map { UInt8($0) }))
        words.append(Bytes((1...255).reversed().map { UInt8($0) }))
        words += [Bytes([0xC3]), Bytes([0xE2, 0x82]), Bytes([0x81, 0x82, 0x88]), Bytes([0xFF, 0x27, 0xFE])]
        return words.map { Bytes($0.array) }
    }()

    @Test(arguments: shells)
    func everyWordIsItsBytes(shell: [String]) throws {
        let words = Self.words.map { word in
            word.text.contains("CANARY") ? Bytes(word.text.replacingOccurrences(of: "CANARY", with: Self.canary)) : word
        }
        for locale in ["C", "C.UTF-8", "en_US.UTF-8"] {
            var script = "set -f\n"
            for word in words { script += "printf '%s\\0' \(CodeText.shell(word))\n" }
            let process = Process()
            process.executableURL = URL(filePath: shell[0])
            process.arguments = Array(shell.dropFirst()) + ["-s"]
            process.environment = ["LC_ALL": locale, "PATH": "/usr/bin:/bin", "HOME": "/"]
            let (input, output) = (Pipe(), Pipe())
            (process.standardInput, process.standardOutput) = (input, output)
            try process.run()
            let text = Data(script.utf8)
            let writing = input.fileHandleForWriting
            Thread {
                try? writing.write(contentsOf: text)
                try? writing.close()
            }.start()
            let said = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            var expected: [UInt8] = []
            for word in words { expected += word.array + [0] }
            #expect(Array(said) == expected, "\(shell) in \(locale)")
            #expect(!FileManager.default.fileExists(atPath: Self.canary))
        }
    }

    /// A script of words shows no control characters and nothing that turns text, whatever it was made of.
    @Test func wordsAreReadAsTheyStand() {
        for word in Self.words {
            for scalar in CodeText.shell(word).unicodeScalars where scalar != "\n" {
                #expect(scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format)
            }
        }
        #expect(!CodeText.shell("it's\\").contains("$'"))
    }
}
