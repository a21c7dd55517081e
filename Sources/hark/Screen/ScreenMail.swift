import CNcurses
import Library
import Page
import Screen
import Synchronization

/// What others have for the screen's thread; it is woken for it. Safe to use from anywhere; nobody waits.
final class ScreenMail: Sendable {
    enum Letter: Sendable {
        case answer(ScreenAnswer)
        case change(LibraryChange)
        /// For the clipboard, in the form that terminals take.
        case clipboard([UInt8])
        /// A sentence from elsewhere in the program.
        case said(String)
        case stop
    }

    private let letters = Mutex<[Letter]>([])
    private let isNews = Atomic(false)
    /// A thread that is held up by its terminal reads nothing; what it is not told then, it asks for again.
    private static let most = 10_000

    func put(_ letter: Letter) {
        letters.withLock { if $0.count < Self.most { $0.append(letter) } }
        cncurses_wake()
    }

    /// Flows passed.
    func tellNews() {
        isNews.store(true, ordering: .releasing)
        cncurses_wake()
    }

    func take() -> [Letter] {
        letters.withLock { letters in
            defer { letters = [] }
            return letters
        }
    }

    func takeNews() -> Bool { isNews.exchange(false, ordering: .acquiring) }

    var hasNews: Bool { isNews.load(ordering: .acquiring) }
}
