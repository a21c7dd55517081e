import Foundation
import TestKit
import Testing

/// The picture of the terminal in docs/watching.md has the sentences that are printed now.
@Suite struct PictureTests {
    /// `script` of util-linux gives the command a terminal; other systems have another one.
    private static let canDraw = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

    /// The words of a picture in order, without what differs each time: numbers, dates and units.
    private static func words(_ picture: String) -> [Substring] {
        picture.replacing(#/<[^>]*>/#, with: "").replacing(#/\w+, \d+ \w+ \d{4}/#, with: "DATE")
            .replacing(#/[\d:.,]+( (s|ms|µs|B|KiB))?/#, with: "0").split(whereSeparator: \.isWhitespace)
    }

    @Test(.enabled(if: canDraw))
    func itShowsWhatIsPrinted() throws {
        let root = Tool.packageRoot
        let home = try PrivateHome()
        let drawn = try Tool.run(
            "/bin/sh", [root + "/scripts/picture", Tool.hark()],
            environment: ["HOME": home.scratch.path, "XDG_DATA_HOME": home.scratch.file("data")], seconds: 60)
        #expect(drawn.code == 0, drawn.summary)
        let kept = try String(contentsOfFile: root + "/docs/hark.svg", encoding: .utf8)
        #expect(Self.words(kept) == Self.words(drawn.text), "run: scripts/picture .build/debug/hark > docs/hark.svg")
        #expect(Self.words(kept).count > 50)
    }
}
