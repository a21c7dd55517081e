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
        /// For flows whose own number is taken.
        var next: UInt64 = 1
        for name in folder.names where isHAR(name) {
            switch folder.content(name, limit: harLimit) {
            case .failure(let error): log.add(0, "\(name): \(error.problem)", "It was left out.", losesFlows: true)
            case .success(let bytes):
                let reader = RecordingReader(bytes, .har, attachments: { folder.attachment($0, beside: name) })
                let read = reader.all()
                recording.creator = recording.creator ?? read.creator
                for damage in read.damage { log.add(damage, in: name) }
                for member in reader.unused { log.leave("\(member.subject) in \(name)", at: 0) }
                for flow in read.flows {
                    // Two files may count alike.
                    var number = flow.id
                    while !numbers.insert(number).inserted {
                        number = FlowID(next)
                        next += 1
                    }
                    var numbered = number == flow.id ? flow : flow.numbered(number)
                    numbered.index = recording.flows.count
                    recording.flows.append(numbered)
                }
            }
        }
        for name in folder.unused { log.add(0, "No entry refers to \(name).", "It was left out.") }
        recording.damage = log.finish(file)
        recording.unused = log.finishUnused(file)
        return recording
    }

    /// The first HAR of an archive, for those who look at its text; nil when there is none.
    package static func har(_ file: Bytes) -> Bytes? {
        guard SAZReader.recognizes(file), let archive = ZipArchive(file), !archive.holdsSessions else { return nil }
        let folder = Folder(archive)
        guard let name = folder.names.first(where: isHAR) else { return nil }
        return try? folder.content(name, limit: harLimit).get()
    }

    static func isHAR(_ name: String) -> Bool { name.lowercased().hasSuffix(".har") }

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
            var seen: Set<String> = []
            names = found.map(\.0).filter { seen.insert($0).inserted }
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
    private func holds(_ isWanted: (String) -> Bool) -> Bool { files.contains { isWanted($0.name.text) } }

    /// It is one of Fiddler's.
    var holdsSessions: Bool {
        holds {
            let name = $0.replacing("\\", with: "/").lowercased()
            return name.hasPrefix("raw/") && name.hasSuffix("_c.txt")
        }
    }

    var holdsHAR: Bool { holds(PackedHAR.isHAR) }
}
