import Foundation
import TestKit

/// A terminal of 200 columns and 50 lines on which a program can be started. Nobody reads what is painted on it, unless
/// it is asked for.
final class PseudoTerminal: Sendable {
    private let descriptor: Int32
    let path: String

    init() throws {
        descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        guard descriptor >= 0 else { throw Failure("no terminal") }
        #if os(Linux)
        // TIOCSPTLCK and TIOCGPTN (ioctl_tty(2)), which are not among what Swift sees.
        var (lock, number): (Int32, UInt32) = (0, 0)
        guard ioctl(descriptor, 0x4004_5431, &lock) == 0, ioctl(descriptor, 0x8004_5430, &number) == 0 else {
            throw Failure("no terminal")
        }
        path = "/dev/pts/\(number)"
        #else
        guard grantpt(descriptor) == 0, unlockpt(descriptor) == 0, let name = ptsname(descriptor) else {
            throw Failure("no terminal")
        }
        path = String(cString: name)
        #endif
        var size = winsize(ws_row: 50, ws_col: 200, ws_xpixel: 0, ws_ypixel: 0)
        #if os(Linux)
        _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
        #else
        _ = ioctl(descriptor, TIOCSWINSZ, &size)
        #endif
    }

    deinit { close(descriptor) }

    /// Whether a press of these keys was taken.
    @discardableResult
    func type(_ keys: String) -> Bool {
        let bytes = Array(keys.utf8)
        return Foundation.write(descriptor, bytes, bytes.count) == bytes.count
    }

    /// What was painted since the last call, as far as the terminal has it; never waits.
    @discardableResult
    func read() -> [UInt8] {
        var painted: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, 0) > 0, waiting.revents & Int16(POLLIN) != 0 {
            let count = Foundation.read(descriptor, &block, block.count)
            guard count > 0 else { break }
            painted += block[..<count]
        }
        return painted
    }
}
