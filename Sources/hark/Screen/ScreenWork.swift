import Dispatch
import PageAPI
import Screen
import Synchronization

/// Has orders answered beside the screen's thread: rows and one exchange on a queue of their own, so that they need not
/// wait for what takes long. Safe to use from anywhere.
final class ScreenWork: Sendable {
    private let mail: ScreenMail
    private let quick: Mutex<ScreenLibrary>
    private let slow: Mutex<ScreenLibrary>
    private let quickQueue = DispatchQueue(label: "hark.screen.rows", qos: .userInitiated)
    private let slowQueue = DispatchQueue(label: "hark.screen.work")
    private let isLooking = Atomic(false)

    init(_ library: ScreenLibrary, _ mail: ScreenMail) {
        self.mail = mail
        quick = Mutex(library)
        slow = Mutex(library)
    }

    func perform(_ order: ScreenOrder) {
        let isQuick =
            switch order {
            case .rows, .tab, .lens, .story: true
            case .find, .match, .page, .seek, .resend, .copy, .save, .openPage: false
            }
        if isQuick {
            quickQueue.async { [self] in quick.withLock { $0.answer(order, deliver) } }
        } else {
            slowQueue.async { [self] in slow.withLock { $0.answer(order, deliver) } }
        }
    }

    private var deliver: @Sendable (ScreenAnswer) -> Void {
        let mail = mail
        return { mail.put(.answer($0)) }
    }

    /// Looks what became of the file; one look at a time.
    func look() {
        guard !isLooking.exchange(true, ordering: .relaxed) else { return }
        slowQueue.async { [self] in
            let change = slow.withLock { $0.look() }
            isLooking.store(false, ordering: .relaxed)
            if change != .none { mail.put(.change(change)) }
        }
    }
}
