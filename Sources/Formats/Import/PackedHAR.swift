package import Bytes
import Flow

/// HAR in a ZIP, with the contents that its entries name beside it (`_file`), as Playwright writes them.
package enum PackedHAR {
    /// So much is unpacked of one archive, and of its HAR.
    private static let sizeLimit = 512 << 20
    private static let harLimit = 256 << 20

    /// Everything that the HARs of the archive have; files that no entry names are told.
    static func read(_ archive: ZipArchive, _ file: Bytes) -> RecordedFile {
        var recording = RecordedFile()
        var log = DamageLog()
        let folder = Folder(archive)
        var numbers: Set<FlowID> = []
        for name in folder.names where name.hasSuffix(".har") {
            switch folder.content(name, limit: harLimit) {
            case .failure(let error): log.add(0, "\(name): \(error.problem)", "It was left out.")
            case .success(let bytes):
                let read = RecordingReader(bytes, .har, attachments: { folder.attachment($0, beside: name) }).all()
                recording.creator = recording.creator ?? read.creator
                recording.damage += read.damage
                for flow in read.flows {
                    let place = recording.flows.count
                    // Two files may count alike.
                    let isOwn = numbers.insert(flow.id).inserted
                    var numbered = isOwn ? flow : flow.numbered(FlowID(UInt64(place) + 1))
                    numbered.index = place
                    recording.flows.append(numbered)
                }
            }
        }
        for name in folder.unused { log.add(0, "No entry refers to \(name).", "It was left out.") }
        recording.damage += log.finish(file)
        return recording
    }

    /// The first HAR of an archive, for those who look at its text; nil when there is none.
    package static func har(_ file: Bytes) -> Bytes? {
        guard SAZReader.recognizes(file), let archive = ZipArchive(file), !archive.holdsSessions else { return nil }
        let folder = Folder(archive)
        guard let name = folder.names.first(where: { $0.hasSuffix(".har") }) else { return nil }
        return try? folder.content(name, limit: harLimit).get()
    }

    /// The files of one archive while they are read; used by one reader.
    private final class Folder {
        let names: [String]
        private let archive: ZipArchive
        private let files: [String: ZipArchive.File]
        private var budget = sizeLimit
        private var used: Set<String> = []

        init(_ archive: ZipArchive) {
            self.archive = archive
            let found = archive.files.filter { !$0.isFolder }.map { ($0.name.text, $0) }
            files = Dictionary(found, uniquingKeysWith: { first, _ in first })
            names = found.map(\.0)
        }

        var unused: [String] { names.filter { !used.contains($0) && !$0.hasPrefix("__MACOSX/") } }

        func content(_ name: String, limit: Int) -> Result<Bytes, ZipArchive.Unreadable> {
            used.insert(name)
            guard let file = files[name] else { return .failure(ZipArchive.Unreadable("It is not in the archive.")) }
            return archive.content(of: file, budget: &budget, sizeLimit: limit)
        }

        /// A name is looked up in the archive and nowhere else.
        func attachment(_ name: Bytes, beside har: String) -> Bytes? {
            let folder = har.lastIndex(of: "/").map { har[...$0] } ?? ""
            return try? content(folder + name.text, limit: ZipArchive.sizeLimit).get()
        }
    }
}

extension ZipArchive {
    private func holds(_ isWanted: (String) -> Bool) -> Bool { files.contains { isWanted($0.name.text.lowercased()) } }

    /// It is one of Fiddler's.
    var holdsSessions: Bool {
        holds { $0.replacing("\\", with: "/").hasPrefix("raw/") && $0.hasSuffix("_c.txt") }
    }

    var holdsHAR: Bool { holds { $0.hasSuffix(".har") } }
}
