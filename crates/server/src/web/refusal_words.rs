//! What people read on a page in Chinese where something is refused. The API and programs get the
//! English sentence; what is in no row here stays English on pages, too.

/// Sentences with what is put into them as `{}`.
const SENTENCES: &[(&str, &str)] = &[
    ("there is no such thing here", "这里没有该内容"),
    ("too often: try again in {} seconds", "操作过于频繁：请在 {} 秒后重试"),
    ("something went wrong here; the log of the arena says what", "服务器出错，原因见竞技场日志"),
    ("the database does not answer: try again", "数据库没有响应：请重试"),
    ("that is too large", "内容过大"),
    ("the form cannot be read", "无法读取表单"),
    ("your role does not allow this", "你的角色不允许此操作"),
    // Handing in.
    (
        "the deadline was {} UTC: what comes later counts for nothing",
        "截止时间为 {}（UTC），之后的提交不计分",
    ),
    ("there is nothing in it: choose a file or a folder", "内容为空：请选择文件或文件夹"),
    ("hand in a .cpp file, a zip file or a folder", "请提交 .cpp 文件、zip 文件或文件夹"),
    ("a submission has at most {} MiB", "提交最大 {} MiB"),
    ("a file has at most {} MiB", "文件最大 {} MiB"),
    ("students of the course hand in", "只有课程的学生可以提交"),
    ("this account is in the course already: sign in with another", "该账号已在课程中：请用其他账号登录"),
    // Teaching.
    ("this is for the teachers of the course", "仅限课程的教师"),
    ("organisers make courses", "只有组织者可以新建课程"),
    ("a name has 1 to {} letters", "名称须为 1 至 {} 个字符"),
    ("a roster has 1 to {} students", "名单须有 1 至 {} 名学生"),
    (
        "`{}` is no student number: up to 32 letters and digits, with `-`, `_` and `.` between them",
        "`{}` 不是学号：须为最多 32 个字母或数字，中间可用 `-`、`_` 和 `.`",
    ),
    ("nobody here has this name", "没有使用此名称的账号"),
    ("a course has a teacher: add another one first", "课程须有教师：请先添加另一名教师"),
    ("there is no coursework of this game", "该游戏没有课程作业"),
    ("the policy: {}", "评分方案：{}"),
    ("the cases: there are none for stage {}", "测试案例：没有第 {} 阶段的案例"),
    ("the cases: {}", "测试案例：{}"),
    ("the handout: there are no sources or headers in it", "讲义：其中没有源文件或头文件"),
    ("the handout: {}", "讲义：{}"),
    ("a zip file of an assignment has at most {} MiB", "作业的 zip 文件最大 {} MiB"),
    (
        "{} submissions are still being graded and {} could not be graded: marks come when all are",
        "{} 份提交正在评测，{} 份评测失败：全部评测后才有成绩",
    ),
    // Contests.
    ("organisers run tournaments", "只有组织者可以举办比赛"),
    ("the deadline has passed already", "截止时间已过"),
    ("one cannot enter any more", "报名已截止"),
    ("this bot is not yours", "这不是你的选手程序"),
    ("the bot plays another game", "该选手程序用于其他游戏"),
    ("no version of this bot plays", "该选手程序没有启用的版本"),
    ("only a version that is ready can play", "只有就绪的版本可以参赛"),
    ("a tournament has at most {} entrants", "比赛最多 {} 名参赛者"),
    ("a tournament has two entrants at least", "比赛至少要有两名参赛者"),
    ("it has begun already", "比赛已经开始"),
    ("it has not entered, or the tournament has begun", "它没有报名，或比赛已经开始"),
    ("choose the database of a tournament", "请选择比赛的数据库文件"),
    ("a pairing has 1 to {} blocks", "每组对阵须有 1 至 {} 个局组"),
    ("there are 1 to {} rounds", "轮数须为 1 至 {}"),
    ("`{}` is no number", "`{}` 不是数字"),
    ("`{}` is no map of this ladder", "`{}` 不是本天梯的地图"),
    // The desk.
    ("a code has 4 to 64 letters and no blanks", "邀请码须为 4 至 64 个字符，不含空格"),
    ("uploads within an hour are 1 to {}", "每小时上传次数须为 1 至 {}"),
    (
        "only what was given up is played again, and what counts for no ladder",
        "只有已放弃的对局和不计入天梯的对局可以重新进行",
    ),
    ("administrators make backups", "只有管理员可以备份"),
    ("an account is made with the code that the organiser gives you", "注册须使用组织者给你的邀请码"),
    ("accounts are made by the administrator of this arena", "账号由竞技场管理员建立"),
];

/// The sentence in Chinese; as it is if nobody has put it into Chinese.
pub(super) fn in_chinese(english: &str) -> String {
    let found = SENTENCES.iter().find_map(|(known, chinese)| Some((holes(known, english)?, chinese)));
    let Some((filled, chinese)) = found else { return english.to_owned() };
    filled.iter().fold((*chinese).to_owned(), |said, value| said.replacen("{}", value, 1))
}

/// What stands in the holes of a sentence; none if it is another one.
fn holes<'a>(pattern: &str, said: &'a str) -> Option<Vec<&'a str>> {
    let mut parts = pattern.split("{}");
    let mut rest = said.strip_prefix(parts.next()?)?;
    let mut found = Vec::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let at = match parts.peek() {
            None => rest.len().checked_sub(part.len()).filter(|at| rest.get(*at..) == Some(part))?,
            Some(_) => rest.find(part)?,
        };
        found.push(&rest[..at]);
        rest = &rest[at + part.len()..];
    }
    rest.is_empty().then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_said_in_chinese() {
        for (english, chinese) in [
            ("one cannot enter any more", "报名已截止"),
            ("a submission has at most 8 MiB", "提交最大 8 MiB"),
            (
                "3 submissions are still being graded and 1 could not be graded: marks come when all are",
                "3 份提交正在评测，1 份评测失败：全部评测后才有成绩",
            ),
            ("the cases: there are none for stage 2", "测试案例：没有第 2 阶段的案例"),
            ("`{}` is no number", "`{}` 不是数字"),
            ("something new", "something new"),
            ("a submission has at most", "a submission has at most"),
        ] {
            assert_eq!(in_chinese(english), chinese);
        }
    }

    #[test]
    fn nothing_is_lost_on_the_way() {
        for (english, chinese) in SENTENCES {
            assert_eq!(english.matches("{}").count(), chinese.matches("{}").count(), "{english}");
            assert_eq!(in_chinese(&english.replace("{}", "7")), chinese.replace("{}", "7"));
        }
    }
}
